// The path of a script, as stacks and uploads name it: without origin, query and folders that lead upwards.

/** "assets/index-C0ffee12.js" of "https://shop.example/assets/index-C0ffee12.js?v=1" and of its ".map". */
export function scriptPath(address: string): string {
  const path = address
    .replace(/^(?:blob:)?[a-z][\w+.-]*:\/\/[^/]*/i, '')
    .replace(/[?#].*$/, '')
    .replaceAll('\\', '/')
  return decode(path)
    .replace(/\.map$/, '')
    .split('/')
    .filter((folder) => folder !== '' && folder !== '.' && folder !== '..')
    .join('/')
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Next.js names folders "[id]", which browsers write with escapes. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
