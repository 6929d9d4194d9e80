/**
 * Has the browser save a file.
 * @param fileName with its extension
 */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // Some browsers start reading only after this task ends.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
