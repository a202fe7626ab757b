// What scrubbing must remove, and what it must leave alone. Every test of scrubbing reads these lists.
import { STATED_SECRETS } from './stated-secrets.ts'

/** «…» marks the secret parts. */
export const SECRET_TEXTS = [
  ...STATED_SECRETS,
  ...readLines(String.raw`
Authorization: Bearer «abcdef123456.xyz»
Authorization: Basic «YTpi»
Authorization: Digest username="«Mufasa»", realm="a@b.example", response="«6629fae49393a05397450978507c4ef1»"
Authorization: Custom «Geheim4711»
Authorization: SSWS «00QCjAl4MlV-WPXM»
Authorization: Hawk id="«dh37fgj492je»", mac="«6R4rV5iE+NPoym+WwjeHzjAGXUtLNIxmo1vpMofpLAE=»"
Authorization: GoogleLogin auth=«DQAAAMYAAAC»
Authorization: Key «ab-12-cd»
Authorization: «Zm9vYmFyYmF6»
proxy-authorization: NTLM «TlRMTVNTUAABAAAA»
authorization: aws4-hmac-sha256 Credential=«AKEXAMPLE/20261122», Signature=«fe5f80f77d5fa3beca038a248ff027»
{"authorization":"Negotiate «YIIabc»","accept":"*/*"}
{"Authorization":"Digest username=\"«Mufasa»\", response=\"«6629fae4»\""}
headers: {'Authorization': 'Custom «Geheim4711»', 'Accept': '*/*'}
curl -H "Authorization: Custom «Geheim4711»" https://shop.example
["Host","shop.example","Authorization","Custom «Geheim4711»"]
sent with Bearer «abcdef123456»
sent with bearer «GEHEIMGEHEIM»
Cookie: a=«b1»; theme=«dark»; sid=«s-1»
set-cookie: sid=«abc123»; Path=/
Cookie: prefs={"a":1}; sid=«s3cr3tsid»
document.cookie = "sid=«abc123»; path=/"
password_confirmation=«hunter2»
passwordConfirm=«hunter2»
new_password: «hunter2»
user[password]=«hunter2»&user[name]=anna
user%5Bpassword%5D=«hunter2»&a=1
user[passwords][]=«hunter2»
token1=«abc123»
tokens=«abc123»
"token_2": "«abc123»"
passwordHash: «5f4dcc3b5aa765d61d8327deb882cf99»
{"password":{"value":"«hunter2»"},"user":"anna"}
{"password":["«hunter2»","«hunter3»"],"user":"anna"}
{"password": {"old": {"a": "«hunter1»"}, "new": "«hunter2»"}}
{"token":«12345678»,"user":"anna"}
["password","«hunter2»"]
[["user","anna"],["password","«hunter2»"]]
{"key":"password","value":"«hunter2»"}
{"name": "user[password]", "value": "«hunter2»"}
{"value":"«hunter2»","name":"password"}
{"key":"api_key","value":{"stringValue":"«abc123»"}}
{\"key\":\"password\",\"value\":\"«hunter2»\"}
<password>«hunter2»</password>
<ns:Password type="text">«hunter2»</ns:Password>
<token><![CDATA[«abc123»]]></token>
&lt;password&gt;«hunter2»&lt;/password&gt;
<key>password</key><string>«hunter2»</string>
<string name="api_key">«abc123»</string>
<add key="password" value="«hunter2»"/>
<input type="password" value="«hunter2»">
<input type="password" name="pw" class="wide" value='«hunter2»'>
<input value="«hunter2»" type="password">
password => "«hunter2»"
[password] => «hunter2»
'password' => '«hunter2»',
:password=>"«hunter2»"
password := "«hunter2»"
--password «hunter2» --verbose
mysql -u root --password=«hunter2»
password: «correct horse battery staple»
passphrase=«correct horse battery staple»
passphrase: «Tulip garden 7 river stone», user: anna
password: «hunter2» user=anna
secret: «walnut»
password: "«correct horse battery staple»"
{"password":"«two words»","user":"anna"}
{"password":"«a\"b c»","user":"anna"}
"{\"password\":\"«two words»\",\"a\":1}"
"{\"password\":\"«a\\\"b c»\",\"a\":1}"
"{\\\"password\\\":\\\"«two words»\\\",\\\"a\\\":1}"
[{"at":1,"kind":"fetch","text":"{\"password\":\"«a\\\"b c»\",\"a\":1}"}]
[{"at":1,"kind":"console","text":"{\\\"token\\\":\\\"«abc 123»\\\"}"}]
[{"at":1,"kind":"console","text":"token:\n«abc123»"}]
[{"at":1,"kind":"console","text":"Authorization: Custom «Geheim4711»\nAccept: */*"}]
{\u0022password\u0022:\u0022«hunter2»\u0022}
&quot;password&quot;:&quot;«hunter2»&quot;
https://shop.example/?q=%7B%22password%22%3A%22«hunter2»%22%7D
https://shop.example/login?next=%2F%3Ftoken%3D«abc»
https://shop.example/login?next=%252F%253Ftoken%253D«abc123»
https://shop.example/?access_token=«abc123»&page=2
https://shop.example/cb?code=«abc»&state=«xyz»#done
https://shop.example/cb?state=«CA»&code=«4711abc»
https://shop.example/login?next=%2Fcb%3Fcode%3D«4711abc»%26page%3D2
https://shop.example/#id_token=«abc»&page=2
https://shop.example/?key=«4f9a81c2e7»&state=«af0ifjsldkj09»
https://shop.example/?otp=«123456»&pin=«1234»
https://a.example/?X-Amz-Signature=«ab12»&x=1
https://a.example/?SAMLResponse=«PHNhbWw%2B»
{"pin":"«1234»","otp":"«123456»","pass":"«hunter2»","jwt":"«abc»"}
postgres://«anna:geheim»@db.example/shop
https://«ghp_123»@git.example/a
api_key = «12345», next
AccountKey=«Zm9vYmFyYmF6cXV4»;EndpointSuffix=core.example
jwt «eyJhbGciOi.eyJzdWIiOiIx.SflKxw» end
jwe «eyJhbGciOi.eyJzdWIiOiIx.SflKxw.abc.def» end
behind a letter x«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.SflKxwRJ»
found «AKIAIOSFODNN7EXAMPLE» in a text
«ASIAIOSFODNN7EXAMPLE»
git clone «ghp_16C7e42F292c6912E7710c838347Ae178B4a»
«gho_16C7e42F292c6912E7710c838347Ae178B4a» «ghs_16C7e42F292c6912E7710c838347Ae178B4a»
«github_pat_11AAAAAAA0abcdefghijkl_mnopqrstuvwxyz0123456789»
deploy with «glpat-abcdEFGH1234ijklMNOP»
charge failed for «sk_live_4eC39HqLyjWDarjtT1zdp7dc»
«rk_live_4eC39HqLyjWDarjtT1zdp7dc», «sk_test_4eC39HqLyjWDarjtT1zdp7dc»
x=%3D«xoxb-123456789012-abcdefABCDEF»
«xoxp-123456789012-abcdefABCDEF» and «xoxs-123456789012-abcdefABCDEF»
maps key «AIzaSyA-abcdefghijklmnopqrstuvwxyz12345»
«npm_abcdefghijklmnopqrstuvwxyz0123456789»
«SG.abcdefghijklmnopqrstuv.abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG»
-----BEGIN PRIVATE KEY-----\n«MIIEvQIBADANBgkqhkiG9w0BAQEFAASC»\n-----END PRIVATE KEY----- end
-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n«MIIEvQIBADANBg»
card «4111 1111 1111 1111», thanks
«5555555555554444»
card «4111.1111.1111.1111», thanks
card «4111  1111  1111  1111», thanks
card «4111 1111 1111 1111», thanks
card «４１１１１１１１１１１１１１１１», thanks
amex «3782-822463-10005».
{"card":"«30569309025904»","name":"Anna"}
«6200000000000000000» paid
`),
]

/** Texts of several lines. */
export const SECRET_BLOCKS = [
  'Content-Disposition: form-data; name="password"\r\n\r\n«hunter2»\r\n--boundary',
  'form-data; name="user[token]"\r\nContent-Type: text/plain\r\n\r\n«abc 123»\r\n--boundary',
  'token:\n  «abc123»',
  'at login (https://shop.example/assets/index.js:3:14)\npassword = "«hunter2»"',
  'GET / HTTP/1.1\r\nAuthorization: Custom «Geheim4711 abc»\r\nAccept: */*',
  '-----BEGIN EC PRIVATE KEY-----\n«MHcCAQEEIObtTm3nGz»\n«hZ0vbD1kz+/ab=»\n-----END EC PRIVATE KEY-----\nend',
  '{\n  "name": "password",\n  "value": "«hunter2»"\n}',
  'card «4111\u00a01111\u00a01111\u00a01111», thanks',
]

export const HARMLESS_TEXTS = readLines(String.raw`
Invalid password: must contain a digit
Invalid password: at least 8 characters
password: 8 characters at least
password: required
Password: Required
password is too short
the password is wrong: try again
password: undefined
passwords do not match
{"errors":{"password":["can't be blank"]}}
{"errors":{"password":"must contain a digit"}}
{"password":"[Filtered]"}
password: ********
passwordResetView is not a function
at login (https://shop.example/assets/password-form.js:3:14)
at refreshAccessToken (https://shop.example/assets/index-V7ECLl0i.js:2:18844)
at async getSecretKey (file:///app/dist/secrets/getSecretKey.mjs:9:3)
at Object.getToken [as token] (node:internal/auth2:14:3)
WWW-Authenticate: Basic realm="Restricted"
Usage: deploy [--token <token>] [--password <password>]
postgres://app:***@db.internal:5432/shop connect ETIMEDOUT
at https://shop.example/reset-password:12:5
fn@https://shop.example/assets/index.js:1:2
at login (https://shop.example/assets/token-list.js:3:14)
TypeError: token: expected string
token: expired
token: missing
token: user not found
token: string;
Access token: refresh failed with 401
invalid_grant: token revoked
Unexpected token < in JSON at position 0
Unexpected token = in JSON at position 5
Unexpected token: operator (<)
Unexpected token '<', "<!doctype "... is not valid JSON
Unexpected token 'export'
token === undefined
max_tokens: 4096, total_tokens=1532
items.map(token => token.id) is not a function
csrf-token: missing
CSRF token: mismatch
X-CSRF-Token: header required
cookie: blocked by browser
Set-Cookie: rejected by the browser
cookies: 3
Vary: Cookie, Accept
Cookie policy: accepted
signature: verification failed
signature: mismatch
signature: does not match
secret: not found
api key: missing
private key: permission denied
credentials: 'include'
credentials: same-origin
authorization: required
Authorization: Bearer token missing
authorization: [object Object]
Access-Control-Allow-Credentials: true
Access-Control-Allow-Headers: authorization, content-type
Request header field authorization is not allowed by Access-Control-Allow-Headers
Bearer authentication
Bearer authentication required
WWW-Authenticate: Bearer realm="shop", error="invalid_token"
Basic authentication is required here
basic information about bearer shares
https://shop.example/?state=CA&country=US
https://shop.example/?key=shoes
https://shop.example/?key=red-shoes&sort=price
https://shop.example/?code=404&ticket=open
https://shop.example/cart?page=2&postal_code=80331
https://shop.example/?sort=name&monkey=banana
https://git@github.com/errata/errata
https://cdn.example/react@19.2.0/index.js
call +49 151 2345 6789
phone 5105105105105100
Phone: 4000 0012 3456 7899
order 4000001234567899 is paid
{"orderId":"5105105105105100"}
Order #4111111111111111 is late
order no. 6011000990139424
trace 4bf92f3577b34da6a3ce929d0e0e4736 span 00f067aa0ba902b7
id 550e8400-e29b-41d4-a716-446655440000
id 4111a111-1111-4111-a111-411111111111
1795168800000000000 1795168800000 at 2026-11-21 20:49:25
4111 1111 1111 1112
5036517895414611968 and 4006381333931
04111111111111111 41111111111111110 0.4111111111111111
ISBN 978-3-16-148410-0
IMEI 490154203237518
IMEI: 354857092345677
IBAN is missing
Cannot read properties of undefined (reading 'price')
session.id and session id
ResizeObserver loop completed with undelivered notifications.
Loading chunk 123 failed. (error: https://shop.example/assets/auth-page.4f9a81c2.js)
npm_config_registry is unset, npm_package_version is 1.0.0
sk-loading-spinner-container and task_test_1234567890
eyJ is how a token starts
-----BEGIN CERTIFICATE-----
Missing fields: ["email","password"]
Missing fields: ["password","email"]
<input type="password" name="password" autocomplete="off">
<label for="password">Password</label>
unknown option --token provided
pin: 5 of 7, auth: google
Wachtwoord is verplicht
パスワードは8文字以上で入力してください。
Ihr Fehlercode lautet 4711
Votre code postal est 75001
Su código de error es 5003
type Token = { value: string; expiresIn: number }
password: ${'$'}{{ secrets.DEPLOY }}
password: %env(DATABASE_PASSWORD)%
postgres://app@db.internal/shop refused the connection
INSERT INTO users (email, name) VALUES ('a@shop.example', 'Anna 1984')
Duplicate entry 'a1-b2-c3-d4-e5' for key 'orders.number'
{"error":{"code":"ERR_HTTP2_STREAM_ERROR_1"}}
{"pass":12,"fail":3}
`)

export const HARMLESS_BLOCKS = [
  'Missing token:\n    at login (https://shop.example/a.js:1:2)',
  'Enter password:\n\n',
]

export const SECRET_KEYS = `
  http.request.header.authorization user.password api_key accessToken x.access_token clientSecret
  CVC passwordHash tokens token_1 pass pin otp auth jwt secretValue credit_card creditCard user_pin
  userPin app.OTP password_confirmation http.request.header.cookie
  http.request.header.proxy-authorization card.number x-api-key refreshTokens private_key passphrase
  user.passwords session_key
`
  .trim()
  .split(/\s+/)
  .concat('Password ', 'api key', ' token')

export const HARMLESS_KEYS = `
  session.id author tokens.used url.full key errata.digest gen_ai.usage.input_tokens
  gen_ai.request.max_tokens llm.token_count.total total_tokens passed shipping spin mapping
  oauth.provider author.name password.length passwordless token_type signature_algorithm
  cookie_policy secretary http.request.method code state exception.type options passage compass
  authority
`
  .trim()
  .split(/\s+/)

/** A case without its marks, and its secret parts. */
export function readCase(text: string): { text: string; secrets: string[] } {
  const secrets = Array.from(text.matchAll(/«([^»]*)»/g), ([, secret = '']) => secret)
  return { text: text.replaceAll(/[«»]/g, ''), secrets }
}

function readLines(text: string): string[] {
  return text.trim().split('\n')
}
