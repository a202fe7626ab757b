// The form on the fallback screen. Like the screen: plain DOM and style properties, no code of the page.

const fieldStyle =
  'all:revert;display:block;box-sizing:border-box;width:100%;margin:4px 0 12px;padding:8px;font:inherit'
const smallStyle = 'all:revert;font-size:14px'

/** `kept`: it is sent later. `failed`: it was refused, or cannot be kept. */
export type Outcome = 'sent' | 'kept' | 'failed'

const messages: Record<Outcome, string> = {
  sent: 'Thank you. Your answer was sent.',
  kept: 'Not sent yet. This browser sends your answer later, even if you close the page.',
  failed: 'Not sent. Please try again.',
}

type Send = (text: string, email: string) => Promise<Outcome>

/** Nothing happens if the screen of the digest is missing or has the form already. */
export function paintForm(digest: string, textLimit: number, send: Send): void {
  const screen = [...document.querySelectorAll('section[role=alert]')].find(({ textContent }) =>
    textContent.includes(`Digest: ${digest}`),
  )
  if (!screen || screen.querySelector('form')) return
  const form = add(screen, 'form', '', 'all:revert;max-width:34em;margin-top:24px')
  const text = add(add(form, 'label', 'What were you doing?'), 'textarea', '', fieldStyle)
  const email = add(add(form, 'label', 'Email (only if you want an answer)'), 'input', '', fieldStyle)
  const note =
    `Sent with the digest to the people who run ${location.host}. ` +
    'Please enter no passwords or card numbers.'
  add(form, 'p', note, smallStyle)
  const button = add(form, 'button', 'Send', screen.querySelector('button')?.style.cssText)
  const status = add(screen, 'p', '')
  status.role = 'status'
  text.rows = 4
  text.required = true
  text.maxLength = textLimit
  email.type = 'email'
  email.autocomplete = 'email'
  // Shortcuts of the application must not react to what is typed.
  form.addEventListener('keydown', (event) => event.stopPropagation())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    button.disabled = true
    void send(text.value, email.value).then((outcome) => {
      button.disabled = false
      status.textContent = messages[outcome]
      if (outcome !== 'failed') form.remove()
    })
  })
}

function add<Name extends keyof HTMLElementTagNameMap>(
  parent: Element,
  name: Name,
  text: string,
  style = 'all:revert',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.style.cssText = style
  element.textContent = text
  parent.append(element)
  return element
}
