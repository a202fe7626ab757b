// Requests of the tests.

/** JSON of a successful response; throws otherwise. */
export async function getJson<Body>(url: string): Promise<Body> {
  const response = await fetch(url)
  await requireOk(response)
  return (await response.json()) as Body
}

/** Throws with the text of the answer. */
export async function requireOk(response: Response): Promise<void> {
  const { ok, status, url } = response
  if (!ok) throw new Error(`${status} ${url} ${await response.text()}`)
}

export async function patchJson(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await requireOk(await fetch(url, { method: 'PATCH', headers, body: JSON.stringify(body) }))
}

/** Sends what a page sends; throws unless the relay accepts it. */
export async function send(url: string, body: object): Promise<void> {
  await requireOk(await post(`${url}/monitoring`, body))
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
