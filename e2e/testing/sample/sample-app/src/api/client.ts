/** A proxy answers with a page of its own while the server is deployed. */
export async function readJson<Answer>(response: Response): Promise<Answer> {
  const text = await response.text()
  return JSON.parse(text) as Answer
}
