// The name of a ticket in an issue tracker, from its address.

/** `#214` of GitHub and GitLab, `SHOP-12` of Jira and Linear; the host of any other address, or the text. */
export function ticketName(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  const { host, pathname, searchParams } = url
  const number = /\/(?:issues|work_items|pull|merge_requests|tickets?)\/(\d{1,10})(?:\/|$)/.exec(pathname)
  if (number) return `#${number[1]}`
  const parts = [...pathname.split('/'), searchParams.get('selectedIssue') ?? '']
  return parts.find((part) => /^[A-Z][A-Z\d_]{0,19}-\d{1,10}$/.test(part)) ?? host
}
