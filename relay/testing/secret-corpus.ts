// Everyday secrets: names in forms, and sentences. The test of rates reads them.

/** NAME and VALUE stand for both. */
export const CORPUS_FORMS = String.raw`
NAME=VALUE
NAME = VALUE
NAME: VALUE
export NAME="VALUE"
{"NAME":"VALUE","page":1}
{"user":"anna","NAME": "VALUE"}
{'NAME': 'VALUE', 'page': 1}
{"body":"{\"NAME\":\"VALUE\"}"}
{"a":"{\"b\":\"{\\\"NAME\\\":\\\"VALUE\\\"}\"}"}
https://shop.example/account?page=1&NAME=VALUE
env:\n  NAME: VALUE\n  LANG: en
- name: NAME\n  value: VALUE
array('NAME' => 'VALUE')
Array ( [NAME] => VALUE [page] => 1 )
array(1) { ["NAME"]=> string(12) "VALUE" }
a:1:{s:9:"NAME";s:12:"VALUE";}
Config(host='db', NAME='VALUE')
{NAME=VALUE, host=db}
map[host:db NAME:VALUE]
Config { NAME: "VALUE", port: 5432 }
docker run -e NAME=VALUE shop
level=error NAME="VALUE" msg="no answer"
<td>NAME</td><td>VALUE</td>
<config NAME="VALUE" port="1"/>
`
  .trim()
  .split('\n')

/** Names and a value that fits each. */
export const CORPUS_NAMES = `
password hunter2
userPassword Tr0ub4dor&3
DB_PASS s3cr3tpw
smtp_pass hunter2
MYSQL_PASS k9Lm2xQ7
dbPass hunter2
mail.pass qwerty12
redis_pw hunter2
ftp_pwd hunter2
ADMIN_PW Sommer2024
REDIS_AUTH k9Lm2xQ7
api_key 4f9a81c2e7
APP_KEY 9aF3kLm2xQ7rT5
STRIPE_KEY 9aF3kLm2xQ7rT5
encryption_key 9aF3kLm2xQ7rT5
webhook_secret 9aF3kLm2xQ7rT5
jwt_secret 9aF3kLm2xQ7rT5
AUTH_SALT 9aF3kLm2xQ7rT5
PHPSESSID 8fk2l9q0v7b3n1m5
JSESSIONID 1A530637289A03B07199A44E8D531427
connect.sid 8fk2l9q0v7b3n1m5
sid 8fk2l9q0v7b3n1m5
sessid 8fk2l9q0v7b3n1m5
laravel_session 8fk2l9q0v7b3n1m5
session_token 8fk2l9q0v7b3n1m5
_csrf 8fk2l9q0v7b3n1m5
csrf 8fk2l9q0v7b3n1m5
XSRF-TOKEN 8fk2l9q0v7b3n1m5
csrfmiddlewaretoken 8fk2l9q0v7b3n1m5
remember_me 8fk2l9q0v7b3n1m5
mfa_code 482913
mfaCode 482913
verification_code 482913
verificationCode 482913
recovery_code 9f3k-22ab
backup_codes 9f3k-22ab
otp 482913
totp_code 482913
sms_code 482913
two_factor_code 482913
2fa_code 482913
security_code 482913
login_code 482913
reset_code 9f3k22ab
auth_code 9f3k22ab
authorization_code 9f3k22ab
userPin 4829
pin 4829
security_answer Rex2004
seed_phrase walnut-river-stone-7
private_key 9aF3kLm2xQ7rT5
ssh_key 9aF3kLm2xQ7rT5
client_assertion 9aF3kLm2xQ7rT5
code_verifier 9aF3kLm2xQ7rT5
refreshToken 9aF3kLm2xQ7rT5
magic_link_token 9aF3kLm2xQ7rT5
passwort Sommer2024
Kennwort Sommer2024
zugangscode 482913
geheimnis Sommer2024
mot_de_passe Soleil2024
motdepasse Soleil2024
mdp Soleil2024
jeton 9aF3kLm2xQ7rT5
contraseña Verano2024
contrasena Verano2024
clave Verano2024
senha Verao2024
parola_ordine Estate2024
wachtwoord Zomer2024
hasło Lato2024
haslo Lato2024
heslo Leto2024
lösenord Sommar2024
passord Sommer2024
adgangskode Sommer2024
salasana Kesa2024
jelszó Nyar2024
şifre Yaz2024
sifre Yaz2024
parolă Vara2024
пароль Leto2024
密码 xiatian2024
パスワード natsu2024
비밀번호 yeoreum2024
`
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [name: string, value: string])

/** «…» marks the secret parts. Sentences. */
export const CORPUS_SENTENCES = String.raw`
password is «hunter2»
The password is «Tr0ub4dor&3».
your password is «swordfish»
Your new password is "«hunter2»"
my password was «hunter2» before
password '«hunter2»'
password "«hunter2»" is wrong
Login failed for anna with password «hunter2»
Login failed for anna with password '«hunter2»'
wrong password («hunter2») for anna
password for anna is «hunter2»
the password of user anna: «hunter2»
password set to «hunter2»
Password changed to '«hunter2»'
temporary password: «Xk9-mQ2z»
Passwort ist «Sommer2024»
Das Passwort lautet «Sommer2024»
Kennwort "«Sommer2024»" ist falsch
Mot de passe : «Soleil2024»
le mot de passe est «Soleil2024»
La contraseña es «Verano2024»
contraseña '«Verano2024»' incorrecta
Пароль: «leto2024»
密码：«xiatian2024»
Your verification code is «482913»
Your code is «482913»
«482913» is your verification code
G-«482913» is your Google verification code
Use «482913» as your login code
Use code «482913» to sign in
your PIN is «4829»
PIN «4829» rejected
Enter the code «482-913» to log in
OTP «482913» has expired
one-time password «482913» is wrong
recovery code «9f3k-22ab» used twice
backup codes: «9f3k-22ab», «8d2k-11zz»
token «9aF3kLm2xQ7rT5» has expired
Token "«9aF3kLm2xQ7rT5»" not found
token is «9aF3kLm2xQ7rT5»
invalid API key «9aF3kLm2xQ7rT5»
API key '«9aF3kLm2xQ7rT5»' was revoked
Incorrect API key provided: «9aF3kLm2xQ7rT5»
no user for session id «8fk2l9q0v7b3n1m5»
unknown refresh token «9aF3kLm2xQ7rT5»
secret key is «9aF3kLm2xQ7rT5»
reset token «9aF3kLm2xQ7rT5» is older than a day
the secret is «9aF3kLm2xQ7rT5», keep it
login anna / password «hunter2»
credentials anna:«hunter2» rejected
signed in as anna, pw «hunter2»
Access denied for user anna (using password: «hunter2»)
passphrase "«walnut river stone»" is wrong
ALTER USER shop WITH PASSWORD '«hunter2»'
CREATE USER shop IDENTIFIED BY '«hunter2»'
SET PASSWORD FOR shop = '«hunter2»'
`
  .trim()
  .split('\n')
