/**
 * Gives the memory of a chunk of a body back at once; its content is gone then. Left to the collector, chunks pile up by
 * tens of megabytes while much arrives.
 * @param chunk nobody else's: whatever counts or reads it comes before;  unless it shares its memory with others: then nothing is done
 */
export function giveBack({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}
