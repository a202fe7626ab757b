// Secrets in sentences, in messages of validation and of databases. «…» marks them.

export const STATED_SECRETS = String.raw`
the password «Blue-Otter7» does not match
The password you entered, «Rover2019», is incorrect.
Set the admin password to «Winter!Time» and restart.
password of account a@shop.example was reset to «qT7-mmK-55x»
Le mot de passe « «Pantoufle!7» » est incorrect
La password inserita («Etna1986») non è corretta
パスワード「«hoshi-Umi8»」が正しくありません
Şifre hatalı: «Bosporus77»
Ihre TAN für den Auftrag lautet «739204»
Su código de acceso es «440187»
Seu código de confirmação: «905512»
Twój kod jednorazowy to «118843»
Doğrulama kodunuz: «650921»
Il PIN dispositivo «73150» non è valido
Passcode did not match: expected «0482913», got empty string
Your login code: «40 12 88». It ends in ten minutes.
Save this recovery code somewhere safe: «QJ4T7-PL9XA-ZZ3MB»
Enter this key manually: «JBSW Y3DP EHPK 3PXP»
seed phrase: «acid bonus cargo daisy eagle fabric galaxy hammer island jungle kitten lemon»
we could not log you in with "«Rex&Milo!»" as your password
ALTER ROLE app WITH PASSWORD '«fox.Model»'
SET PASSWORD FOR 'root'@'localhost' = PASSWORD('«oldDb_Maria5»')
INSERT INTO users (email, pwd) VALUES ('a@shop.example', '«lama+Lite4»')
Duplicate entry '«9f86d081884c7d659a2feaa0c55ad015»' for key 'sessions.token_unique'
Detail: Key (api_key)=(«Gq7ZbU1Fo8Il6Xgusy») already exists.
Data too long for column 'pin': value '«40719962»'
{"path":["newPassword"],"message":"Too short","received":"«kitty9»"}
Field error on field 'password': rejected value [«handball77»]; codes [Size]
"user.pwd" with value "«asdf1234»" fails to match
{"session":{"id":"«B6CnvuH3afPwBr-Km5JR»","cart":[]}}
{"path":"/callback","code":"«4/0AGXV6ZlBEUg6b3jhxYwx»"}
{"url":"https:\/\/hooks.slack.com\/services\/«TZ35W4IZ\/BIGPHX9S\/WfY2DchDLt7C»"}
https://calendar.example/ical/private-«ba84f6e9afb127c9dd90970dd90b2837»/basic.ics
machine api.example login ops password «b0ba22c2-de0d-4c91-abd2-467d3dfe5ccb»
jdbc:oracle:thin:scott/«t1g3rLily»@//db:1521/XE
net use Z: \\fs01\data /user:ACME\kim «Montag-Kaffee1»
define: { __API_SECRET__: "«c650f00eb450d5c621297e4c»" }
Session «25d49d46a2c2a734d0221764f6cbe178» expired
`
  .trim()
  .split('\n')
