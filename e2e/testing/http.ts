// Requests of the tests.

/** JSON of a successful response; throws otherwise. */
export async function getJson<Body>(url: string): Promise<Body> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} ${url} ${await response.text()}`)
  return (await response.json()) as Body
}

/** Strings and bytes are sent as they are, other bodies as JSON. */
export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  return fetch(url, {
    method: 'POST',
    body: bytes as string,
    headers: { 'content-type': 'application/json', ...headers },
  })
}
