export async function GET(): Promise<Response> {
  await Promise.resolve()
  throw new Error('the database is down')
}
