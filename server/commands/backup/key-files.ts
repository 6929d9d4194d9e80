import { CHAIN_KEY_FILE } from '../../features/audit/chain-key.ts'
import { RECEIPT_KEYS_FILE } from '../../features/receipts/key-storage.ts'
import { SEALING_KEY_FILE } from '../../platform/sealer.ts'

/** The key files of a data folder, which every backup has; without a server there may be none yet. */
export const KEY_FILES = [RECEIPT_KEYS_FILE, CHAIN_KEY_FILE, SEALING_KEY_FILE]
