export function load() {
  throw new Error('the database is away')
}
