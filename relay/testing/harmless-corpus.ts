// Everyday texts without a secret, many of them with the name of one. The test of rates reads them.

export const HARMLESS_NAMES = String.raw`
password is too short
Password is required
password is incorrect
The password is wrong, please try again
your password is about to expire
password must contain at least 8 characters
Password must be at least 8 characters long and contain 1 number
password and confirmation do not match
password 'must' not be empty
Password reset link sent to a@b.example
password changed successfully
password was changed 3 days ago
new password cannot be the same as the old password
forgot password?
Wrong password (attempt 3 of 5)
password strength: weak
password_min_length=12
passwordPolicy: strict
at validatePassword (src/auth/password.ts:14:9)
at Object.checkPassword [as check] (https://shop.example/assets/auth-4f9a81c2.js:1:2345)
Cannot read properties of undefined (reading 'password')
TypeError: user.password is undefined
passwordInput.current is null
input[name="password"] is not visible
Field 'password' is required
Missing required parameter: password
unknown field "password" in type "User"
column "password" does not exist
Unknown column 'password_hash' in 'field list'
KeyError: 'password'
'NoneType' object has no attribute 'token'
no such column: token
token expected
Unexpected token '<', "<!DOCTYPE "... is not valid JSON
Unexpected token } in JSON at position 123
Unexpected identifier 'token2'
SyntaxError: Invalid or unexpected token
token is expired
token has expired
The token is invalid
token not found
JWT token is malformed
jwt expired
jwt malformed
invalid signature
signature is invalid
signature version 4 is required
signature algorithm: HS256
The incoming token has expired
token_type=bearer
expires_in=3600, token_type: Bearer
token count: 1532
max_tokens=4096
prompt_tokens: 812, completion_tokens: 96
tokenizer is not loaded
Token 42 of 100
tokens[3] is undefined
csrf token mismatch
CSRF verification failed. Request aborted.
CSRF token missing or incorrect.
csrf: enabled
csrf protection is disabled
invalid csrf token
session expired
Session expired, please sign in again
session is closed
session not found
session: null
session timeout: 1800
session.duration=42
sessions: 17
Session terminated, killing shell...
cookie 'theme' is missing
Cookie "theme" has been rejected because it is in a cross-site context
cookie consent: accepted
cookies are disabled
api key is missing
API key not valid. Please pass a valid API key.
invalid api key
No API key found in request
access key not configured
secret not found: db-credentials
secret "db-credentials" not found
secrets manager is not reachable
the secret is missing
private key is not valid PEM
public_key=MFkwEwYHKoZIzj0CAQ
ssh_key_type: ed25519
credentials are not valid
Could not load credentials from any providers
The request requires valid user authentication: no credentials
fetch with credentials: "include"
authorization header is missing
Authorization required
authorization: denied by policy
verification code is required
verification code expired
Verification code sent to your phone
The verification code is invalid or has expired
Invalid verification code
code: 404
code=ECONNREFUSED
error code: 500
status code is 503
Your code is wrong
exit code is 137
code 1006 (abnormal closure)
Error code 482913
error_code=1045
{"code":"P2002","meta":{"target":["email"]}}
{"code":400,"message":"bad request"}
SQLSTATE[23000]: Integrity constraint violation: 1062
ERROR: duplicate key value violates unique constraint "users_email_key"
security code check skipped
backup codes are not set up
recovery codes: 10 left
backup code required
mfa: required
mfa_required=true
mfa enabled
2fa: disabled
two factor: off
otp: required
otp expired
OTP is not valid
PIN is required
pin: 5 of 7
pin 13 is not an output
pins: 40
PIN must have 4 digits
map pin at 48.137, 11.575
auth: google
auth=none
auth failed
auth provider: github
auth/user-not-found
Firebase: Error (auth/network-request-failed).
{"pass":12,"fail":3}
pass: 12, fail: 3
pass=12 fail=3
1st pass: ok
test_pass=true
passed: 12
passenger=anna
first_pass: done
bypass=true
compass: north
pass: all checks
render pass: main
`
  .trim()
  .split('\n')
