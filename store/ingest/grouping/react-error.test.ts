import { expect, test } from 'vitest'
import { withReactSentence } from './react-error.ts'

const LINK = 'for the full message or use the non-minified dev environment for full errors.'

test('the number of a React error is replaced by its text', () => {
  expect(withReactSentence(`Minified React error #301; visit https://react.dev/errors/301 ${LINK}`)).toBe(
    'Minified React error #301: Too many re-renders. React limits the number of renders to prevent an ' +
      'infinite loop.',
  )
})

test('values are inserted into the text', () => {
  const address = 'https://react.dev/errors/31?args[]=object%20with%20keys%20%7Bid%7D'
  expect(withReactSentence(`Uncaught Error: Minified React error #31; visit ${address} ${LINK}`)).toMatch(
    /^Uncaught Error: Minified React error #31: .* React child \(found: object with keys {id}\)\./,
  )
  const old = 'https://reactjs.org/docs/error-decoder.html?invariant=137&args[]=img'
  expect(withReactSentence(`Minified React error #137; visit ${old} ${LINK}`)).toMatch(/#137: img is a void/)
})

test.each(['', 'Too many re-renders.', 'Minified React error #9999; visit https://react.dev/errors/9999 x'])(
  'another message stays: %s',
  (message) => expect(withReactSentence(message)).toBe(message),
)
