// Forms in which a secret follows a name, and messages that follow one, for tests of scrubbing.

export const FORM_NAMES = `
  token secret password passwd passphrase pwd api_key apiKey x-api-key access-key client_secret
  privateKey signature credential credentials cookie card_number cvc session_id sessionId
  authorization Authorization PASSWORD user.password accessToken refresh_token csrf-token secretKey
  token1 tokens password_confirmation newPassword AWS_SECRET_ACCESS_KEY
`
  .trim()
  .split(/\s+/)

/** NAME and VALUE stand for both. */
export const SECRET_FORMS = String.raw`
NAME=VALUE
NAME = VALUE
NAME: VALUE
NAME:VALUE
NAME is: VALUE
NAME == VALUE
NAME := "VALUE"
"NAME":"VALUE"
"NAME" : "VALUE"
'NAME': 'VALUE'
{"NAME":"VALUE","a":1}
{"NAME":{"value":"VALUE"}}
{"NAME":["a1","VALUE"]}
["NAME","VALUE"]
('NAME', 'VALUE')
{"key":"NAME","value":"VALUE"}
{"value":"VALUE","name":"NAME"}
{NAME: VALUE}
(NAME=VALUE)
obj["NAME"] = "VALUE"
[NAME]: VALUE
[NAME] => VALUE
'NAME' => 'VALUE'
:NAME => "VALUE"
user[NAME]=VALUE
user%5BNAME%5D=VALUE
?NAME=VALUE&b=1
#NAME=VALUE
NAME%3DVALUE
NAME%253DVALUE
NAME%3A%20VALUE
%22NAME%22%3A%22VALUE%22
&quot;NAME&quot;:&quot;VALUE&quot;
\"NAME\":\"VALUE\"
\\\"NAME\\\":\\\"VALUE\\\"
\u0022NAME\u0022:\u0022VALUE\u0022
--NAME=VALUE
--NAME VALUE
<NAME>VALUE</NAME>
<NAME type="a">VALUE</NAME>
&lt;NAME&gt;VALUE&lt;/NAME&gt;
\u003cNAME\u003eVALUE\u003c/NAME\u003e
<key>NAME</key><string>VALUE</string>
<string name="NAME">VALUE</string>
<property name="NAME" value="VALUE"/>
<input type="text" name="NAME" value="VALUE"/>
<input value="VALUE" name="NAME">
NAME:\nVALUE
export NAME=VALUE; b
`
  .trim()
  .split('\n')
  .concat('NAME=\u0060VALUE\u0060', 'NAME:\n  VALUE', 'NAME: |\n  VALUE', 'name="NAME"\r\n\r\nVALUE\r\n')

export const MESSAGES = `
required
is required
must not be empty
must contain a digit
missing
not found
expired
has expired
invalid
invalid or expired
does not match
mismatch
expected string
expected string, received undefined
blocked by browser
blocked by the client
verification failed
too short
too long
cannot be blank
is not allowed
not provided
undefined
null
none
unknown
denied
permission denied
access denied
unauthorized
forbidden
network error
timed out
failed to fetch
failed to decode
could not be verified
was revoked
revoked
rejected
malformed
unexpected end of input
bad format
wrong length
value too long
field is required
string
object
true
false
enabled
disabled
empty
please log in again
please try again
try again later
you must log in
see documentation
contact support
ok
valid
refreshed
set
unset
loaded from storage
read-only
deleted
created
saved
updated
changed
copied to clipboard
hidden
visible
no longer valid
already used
used twice
incorrect
weak
strong
default
internal error
unsupported algorithm
algorithm not supported
decoding error
parse error
syntax error
assertion failed
out of range
rate limit exceeded
quota exceeded
***
[redacted]
<hidden>
n/a
-
?
TypeError
Error: x is not a function
user not found
user cancelled
aborted
check your credentials
wrong
not set
not a string
Not Found
Required
Invalid
Expired
This field is required.
Cannot be empty
No value
Too many requests
Unable to verify
`
  .trim()
  .split('\n')
