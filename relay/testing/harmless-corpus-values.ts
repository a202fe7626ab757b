// Everyday texts without a secret: ids, hashes, paths, messages of other languages, lines of programs.

export const HARMLESS_VALUES = String.raw`
key=shoes
key: ArrowDown
keys: 12
cache_key: products:17
cache-key=products-17
sort_key=price
primary_key: id
foreign key constraint fails
Duplicate entry '17' for key 'users.email'
React key: item-17
Each child in a list should have a unique "key" prop.
keyCode: 13
storage_key=cart
partition_key: eu-1
row key 17
sid: 17
salt: 2 g
saltwater=true
hash: 4f9a81c2e7
commit 4f9a81c2e7d0b1a2c3d4e5f60718293a4b5c6d7e
commit=4f9a81c2e7d0b1a2c3d4e5f60718293a4b5c6d7e
sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
sha256-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 does not match
integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K"
etag: "33a64df551425fcc55e4d42a148795d9f25f89d4"
md5: 9e107d9d372bb6826bd81d3542a419d6
trace_id=4bf92f3577b34da6a3ce929d0e0e4736
traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
span 00f067aa0ba902b7
request id: 550e8400-e29b-41d4-a716-446655440000
x-request-id=550e8400-e29b-41d4-a716-446655440000
user_id=550e8400-e29b-41d4-a716-446655440000
GET /users/550e8400-e29b-41d4-a716-446655440000 404
GET /orders/4711/items/17 500
GET /api/v2/products/9f8e7d6c5b4a 404
GET /reset-password 404
GET /reset-password/confirm 200
GET /verify-email/success 200
GET /invite/accept 200
GET /login/callback 302
GET /activate/step-2 200
GET /auth/providers/github 200
GET /hooks/list 200
https://shop.example/unsubscribe/newsletter
https://shop.example/account/reset-password?step=2
https://shop.example/search?q=password+manager
https://shop.example/?reset=true
https://shop.example/?invite=accepted
https://shop.example/?code=WINTER
https://discord.com/channels/112233445566778899/112233445566778900
https://discord.com/api/webhooks
https://slack.com/services/list
https://cdn.example/npm/react@19.2.0/umd/react.production.min.js
https://shop.example/assets/index-DiwrgTda.js
https://shop.example/_next/static/chunks/4712-99ffee7766554433.js
node_modules/.pnpm/vite@5.4.11_@types+node@22.9.0/node_modules/vite/dist/node/cli.js
digest 7HK2M9QX
order 4711 is paid
Order #2024-000482913 has been shipped
invoice 482913 is overdue
customer 482913
482913 is your order number
phone +49 151 2345 6789
version 1.4.2-beta.3+build.482913
v2.3.1
Node.js v24.21.0
Chrome/131.0.6778.86 Safari/537.36
npm ERR! code E404
Module not found: Error: Can't resolve './password-field'
Loading chunk 453 failed.
Failed to fetch dynamically imported module: https://shop.example/assets/Login-4f9a81c2.js
net::ERR_CONNECTION_REFUSED
connect ECONNREFUSED 127.0.0.1:5432
getaddrinfo ENOTFOUND db.internal
FATAL: password authentication failed for user "anna"
Access denied for user 'anna'@'localhost' (using password: YES)
WRONGPASS invalid username-password pair or user is disabled.
NOAUTH Authentication required.
ERR AUTH called without any password configured for the default user
SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string
The user has entered a password of 12 characters
Your password expires in 14 days
Passwort ist zu kurz
Passwort: erforderlich
Das Passwort ist falsch
Passwort vergessen?
Kennwort ist abgelaufen
Mot de passe : incorrect
Mot de passe oublié ?
le mot de passe est trop court
La contraseña es incorrecta
contraseña: obligatoria
clave: no encontrada
senha: inválida
parola: non valida
Hasło jest za krótkie
пароль: неверный
密码：错误
パスワードが間違っています
curl -u requires an argument
curl -uses is not an option
mkdir -p build/assets
cp -p dist/index.html
docker run -p 8080:80 shop
ssh -p 2222 shop.example
mysql -p shop
tar -pxf a.tar
grep -a needle
const token = await getToken()
const password = form.get('password')
if (password !== confirmPassword) throw new Error('no match')
let { token, user } = session
password={password} onChange={setPassword}
token = props.token
token: process.env['ERRATA_TOKEN']
authorization: string | undefined
password: z.string().min(8)
password: string
type Login = { email: string; password: string }
export const TOKEN_KEY = TOKEN_KEY_DEFAULT
user.password = undefined
setToken(token)
localStorage.getItem('token') returned null
process.env.API_KEY is not set
API_KEY is not defined
DB_PASS is not set
Environment variable DB_PASS is missing
DB_PASS: unbound variable
Please set SMTP_PASS in .env
MYSQL_PASS= is empty
password: process.env.DB_PASS
<label>Password</label><input name="password">
<td>Password</td><td>required</td>
| password | string | required |
password -> required
aria-label="Show password"
placeholder="Enter your password"
autocomplete="one-time-code"
autocomplete="current-password"
Content-Security-Policy: require-trusted-types-for 'script'
Feature-Policy: publickey-credentials-get=*
Set-Cookie header is ignored in response
strict-transport-security: max-age=31536000
amount: 482913
Use code WINTER at checkout
Use 12 as your limit
Use strict mode
enter the code of the country
Enter the code shown on your screen
country code: DE
zip code 80331
postal_code=80331
area code 089
status_code=404, error_code=17
promo_code=WINTER24
coupon code SUMMER25
language code en-US
currency_code: EUR
QR code could not be read
source code at src/index.ts:12
token bucket is full
secret santa: anna
secretary=anna
tokenId: 17
keyboard=qwerty
monkey=banana
author=anna
authors: anna, bert
pinned=true
spinner=false
opinion: good
shipping=express
`
  .trim()
  .split('\n')
