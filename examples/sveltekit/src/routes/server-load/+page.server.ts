export function load() {
  throw new Error('the database is down')
}
