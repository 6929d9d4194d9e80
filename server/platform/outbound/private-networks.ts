import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IPv4 that is not of the public internet (RFC 6890): our own networks, carriers', documentation, multicast, reserved. */
const NOT_PUBLIC_4 = [
  ...(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'] as const),
  ...(['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'] as const),
  ...(['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'] as const),
]

/** Of the public IPv6 what carries IPv4 inside it or is for documentation: protocol assignments with Teredo, 6to4. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** All of the public IPv6. Loopback, link-local, unique local, mapped IPv4, NAT64 and multicast are elsewhere. */
const PUBLIC_6 = '2000::/3'

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const notPublic4 = listOf(NOT_PUBLIC_4, 'ipv4')
const notPublic6 = listOf(NOT_PUBLIC_6, 'ipv6')
const public6 = listOf([PUBLIC_6], 'ipv6')

/** Whether an IP address is of the public internet. Whatever cannot be read is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic4.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return public6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
}
