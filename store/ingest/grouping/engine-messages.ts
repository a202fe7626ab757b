// Messages of V8, Gecko and JavaScriptCore for the same mistake, recorded there or read in their sources, and
// of libraries that write a code instead of a text.
import { callee, lastMember } from './expression.ts'
import { pattern } from './pattern.ts'

type EngineMessage = [pattern: RegExp, canonical: string | ((match: RegExpExecArray) => string)]

/** The same text for all engines, by the first pattern that matches; null: the text is not an engine's. */
export function engineMessage(type: string, text: string): string | null {
  if (DOM_TYPES.test(type) && DOM_MESSAGES.test(text))
    return /timed? ?out/i.test(text) ? 'timed out' : `refused by the browser`
  for (const [expression, canonical] of MESSAGES) {
    const match = expression.exec(text)
    if (match) return typeof canonical === 'string' ? canonical : canonical(match)
  }
  return null
}

const nullish = (match: RegExpExecArray): string => `nullish access of ${lastMember(match[1] ?? '')}`
const wrongArgument = (match: RegExpExecArray): string => `wrong argument to ${match[1]}`

const MESSAGES: EngineMessage[] = [
  [/^Cannot (?:read|set) propert(?:y|ies) of (?:undefined|null) \((?:reading|setting) '(.*)'\)/, nullish],
  [/^Cannot (?:read|set) property '?(.*?)'? of (?:undefined|null)$/, nullish],
  [/^can't access property "?(.*?)"?, .* (?:is|are) (?:undefined|null)/, nullish],
  [
    pattern()`
      ^can't convert (?:undefined|null) to object|^Cannot convert undefined or null to object
      |evaluating 'Object\.\w+\(
    `,
    'nullish to object',
  ],
  [
    pattern()`
      ^Cannot use 'in' operator|^right-hand side of 'in' should be an object
      |^\S+ is not an Object\. \(evaluating '[^]* in\x20
    `,
    'in of no object',
  ],
  [
    pattern()`
      ^Right-hand side of 'instanceof'|^invalid 'instanceof' operand|^Right hand side of instanceof
      |instanceof called on
    `,
    'instanceof of no class',
  ],
  [/^(?:undefined|null) is not an object \(evaluating '([^]*)'\)/, nullish],
  [
    pattern()`
      ^(?:Cannot destructure |Right side of assignment cannot be destructured
      |\(destructured parameter\) is (?:undefined|null)
      |(?:[\w$.]+|[^\s[(]*[[(][^]*) is (?:undefined|null)$)
    `,
    'nullish destructuring',
  ],
  [
    pattern()`
      (?:is|are) not iterable|^Spread syntax requires|is not a function \(near '\.\.\.
      |property Symbol\(Symbol\.iterator\)
    `,
    'not iterable',
  ],
  [
    /^(?:undefined|null) is not a (function|constructor) \(evaluating '(?:new )?([^]*)'\)/,
    (match) => `${callee(match[2] ?? '')} is not a ${match[1]}`,
  ],
  [/callback must be a function|^undefined is not a function$/, 'callback is not a function'],
  [
    /^Class constructor|^class constructors must be invoked|^Cannot call a class constructor/,
    'class without new',
  ],
  [/^([^]+?) is not a (function|constructor)\b/, (match) => `${callee(match[1] ?? '')} is not a ${match[2]}`],
  [/^(?:Must|must) call super constructor|^'super\(\)' must be called/, 'super not called'],
  [/^(?:Can't find variable: )([\w$]+)/, (match) => `${match[1]} is not defined`],
  [/^([\w$]+) is not defined\.?$/, (match) => `${match[1]} is not defined`],
  [/before initialization|^Cannot access uninitialized variable/, 'access before initialization'],
  [
    pattern()`
      ^Assignment to constant variable|^invalid assignment to const
      |^Attempted to assign to readonly property|^Cannot assign to read only property
      |^"[^"]*" is read-only|which has only a getter$|^setting getter-only property
    `,
    'assignment to constant',
  ],
  [
    /object is not extensible|Object is not extensible|on object that is not extensible/,
    'object is not extensible',
  ],
  [
    /^Cannot redefine property|^can't redefine non-configurable|^Attempting to change (?:value|configurable)/,
    'redefined property',
  ],
  [
    /^Cannot delete property|is non-configurable and can't be deleted|^Unable to delete property/,
    'property cannot be deleted',
  ],
  [
    /private (?:member|field|method|element)\b|object is not the right class/,
    'private member of another class',
  ],
  [/is not valid JSON|JSON at position|^JSON\.parse: |^JSON Parse error|JSON input/, 'invalid JSON'],
  [/circular structure to JSON|^cyclic object value|cannot serialize cyclic/i, 'cyclic JSON'],
  [
    /^Do not know how to serialize a BigInt|^BigInt value can't be serialized|cannot serialize BigInt/,
    'BigInt in JSON',
  ],
  [/^Cannot mix BigInt|^can't convert BigInt to number|^Invalid mix of BigInt/, 'BigInt mixed'],
  [/^Unexpected token '?<'?$|^expected expression, got '<'/, 'HTML served as script'],
  [
    /^(?:Unexpected token|expected expression, got|unexpected token:) '?([^'\s]+?)'?$/,
    (match) => `script with unexpected ${match[1]}`,
  ],
  [/^Unexpected end of (?:input|script)|^expected expression, got end of script/, 'script that ends early'],
  [
    /does(?: not|n't) provide an export named:? '([^']+)'|^Importing binding name '([^']+)' is not found/,
    (match) => `no export ${match[1] ?? match[2]}`,
  ],
  [/^Maximum call stack size exceeded|^too much recursion/, 'stack overflow'],
  // Python, Ruby.
  [/^maximum recursion depth exceeded|^stack level too deep/, 'stack overflow'],
  [/Minified (\w+) error #(\d+)/, (match) => `${match[1]} error #${match[2]}`],
  [/^https:\/\/svelte\.dev\/e\/([a-z_]+)$/, (match) => match[1] ?? ''],
  [
    pattern()`
      ^(?:signal is aborted|The operation was aborted\b(?! due to timeout)|The user aborted
      |Fetch is aborted|AbortError|Aborted\.?$|BodyStreamBuffer was aborted)
    `,
    'aborted',
  ],
  [/^(?:signal|The operation) timed out|^The operation was aborted due to timeout/, 'timed out'],
  [
    pattern()`
      body stream already read|^Body has already been consumed|Body is (?:disturbed or locked|unusable)
      |body stream is locked|already been consumed
    `,
    'body read twice',
  ],
  [/^ResizeObserver loop/, 'ResizeObserver loop'],
  [/^All promises were rejected|^No Promise in Promise\.any was resolved/, 'all promises rejected'],
  [/^unreachable$|^unreachable executed|^Unreachable code should not be executed/, 'wasm unreachable'],
  [/^memory access out of bounds|^index out of bounds|^Out of bounds memory access/, 'wasm out of bounds'],
  [
    pattern()`
      ^null function or function signature|^indirect call (?:to null|signature mismatch)
      |^call_indirect to a (?:null|signature)
    `,
    'wasm call of no function',
  ],
  [/^(?:divide by zero|integer divide by zero|Division by zero)/i, 'division by zero'],
  [
    pattern('i')`
      ^invalid (?:typed )?array length|^Array size is not a small enough|^Array buffer allocation failed
      |^Length out of range of buffer
    `,
    'invalid array length',
  ],
  [/^Invalid string length|^allocation size overflow|^out of memory/i, 'out of memory'],
  [/exceeded the quota|quota has been exceeded|^QuotaExceededError/i, 'quota exceeded'],
  [/^Invalid time value|^invalid date$|^date value is not finite|^date value out of range/i, 'invalid date'],
  [/^URI malformed|^malformed URI sequence|^URI error/i, 'malformed URI'],
  [/\bInvalid URL\b|is not a valid URL|cannot be parsed as a URL|Failed to parse URL/i, 'invalid URL'],
  [/^reduce of empty array/i, 'reduce of nothing'],
  [/^(?:Incorrect locale information|invalid language tag)/i, 'invalid locale'],
  [/^Invalid currency code|invalid currency code in|^currency is not a well-formed/i, 'invalid currency'],
  [/^Invalid count value|^repeat count must be|repeat argument must be/, 'invalid count of repeats'],
  [
    /^(to\w+)\(\) (?:digits |radix )?argument must be|^precision \S+ out of range/,
    'number of digits out of range',
  ],
  [/^Cannot convert a Symbol value|^can't convert symbol to|^Cannot convert a symbol to/i, 'symbol as text'],
  [
    pattern()`
      ^Cannot convert object to primitive value|^can't convert \S+ to (?:primitive|string|number)
      |^No default value
    `,
    'object as text',
  ],
  [
    pattern('i')`
      ^Invalid regular expression|^unterminated (?:parenthetical|character class)|^nothing to repeat
      |^invalid (?:regexp group|range in character class)
    `,
    'invalid regular expression',
  ],
  [
    /^Illegal invocation|called on an object that does not implement interface|^Can only call /,
    'method of another object',
  ],
  [
    /^Failed to (?:execute|construct) '(\w+)'.*(?:is not of type|could not be converted|arguments? required)/,
    wrongArgument,
  ],
  [/^Failed to (?:execute|construct) '(\w+)' on '\w+': (?:The provided value|Value is not)/, wrongArgument],
  [/^Argument \d+ \('[^']*'\) to (?:\w+\.)?(\w+) must be/, wrongArgument],
  [/^(?:\w+\.)?(\w+)(?: constructor)?: (?:Argument \d+|At least \d+ arguments?)/, wrongArgument],
  [/^Script error\.?$/, 'script error'],
]

/** Exceptions of the DOM: their type names the failure, and each engine has its own message for it. */
const DOM_TYPES = pattern()`
    ^(?:NotFound|InvalidState|NotAllowed|Security|DataClone|NotSupported|HierarchyRequest
    |InvalidCharacter|Syntax|InvalidAccess|IndexSize|WrongDocument|InUseAttribute|NamespaceError|Timeout
    |Encoding|NotReadable|Constraint|Data|TransactionInactive|ReadOnly|Version|Operation)Error$
  `

const DOM_MESSAGES = pattern()`
    ^Failed to (?:execute|read|set|construct|register|start)(?: the)? '
    |^(?!JSON\.)(?:[A-Z]\w*\.)?(?:[a-z]\w*|\w+ (?:constructor|getter|setter)):\x20
    |^The (?:object (?:can ?not be|is in an invalid|does not support)|operation (?:is (?:insecure
    |not supported|not allowed)|would yield|failed for an)|string (?:did not match|contains invalid)
    |request is not allowed|play method is not|index is not|fetching process|node to be removed)
    |is not a valid selector|^(?:Cannot set|Node|Child to insert|play\(\) failed|An attempt was made
    |A request was|Permission denied|String contains)|object could not be cloned|can not be (?:cloned
    |found)|^(?:The )?[Pp]ermission|^Type error|^Access is denied
  `
