// Everyday credentials that are secret by their form; «…» marks the secret parts.

export const CORPUS_CREDENTIALS = String.raw`
https://hooks.slack.com/services/«T024BE7LD/B024BE7LD/9aF3kLm2xQ7rT5wYzAbCdEfG»
https://hooks.slack.com/workflows/«T024BE7LD/A024BE7LD/123456789/9aF3kLm2xQ7rT5wYzAbCdEfG»
POST https://hooks.slack.com/triggers/«T024BE7LD/4711/9aF3kLm2xQ7rT5wYzAbCdEfG» answered 404
https://discord.com/api/webhooks/«112233445566778899/9aF3kLm2xQ7rT5wYz-AbCdEfG_hIjKlMnOpQrStUvWxYz»
https://discordapp.com/api/v10/webhooks/«112233445566778899/9aF3kLm2xQ7rT5wYz-AbCdEfG»
https://acme.webhook.office.com/webhookb2/«0a1b2c3d-1111-2222-3333-444455556666@aa/IncomingWebhook/9f8e7d6c5b4a39281706f5e4d3c2b1a0/1»
https://outlook.office.com/webhook/«0a1b2c3d-1111-2222-3333-444455556666/IncomingWebhook/9f8e7d6c5b4a»
https://chat.googleapis.com/v1/spaces/AAAA/messages?key=«AIzaSyA9f8e7d6c5b4a»&token=«9aF3kLm2xQ7rT5»
https://mattermost.example/hooks/«xen8w9qk3pbg7xq1m5z8yd4a6e»
https://api.telegram.org/bot«123456789:AAF9aF3kLm2xQ7rT5wYzAbCdEfGhIjKlMnO»/sendMessage
https://hooks.zapier.com/hooks/catch/«1234567/b9f8e7d»/
https://maker.ifttt.com/trigger/door/with/key/«9aF3kLm2xQ7rT5wYzAbCd»
https://prod-12.westeurope.logic.azure.com/workflows/a1/triggers/manual/paths/invoke?sig=«9aF3kLm2xQ7rT5»
curl -u anna:«hunter2» https://shop.example
curl -u 'anna:«hunter2»' https://shop.example
curl --user "anna:«hunter2»" https://shop.example
curl -s -uanna:«hunter2» https://shop.example
curl --proxy-user anna:«hunter2» https://shop.example
wget --http-password=«hunter2» https://shop.example
mysql -u root -p«hunter2» shop
mysqldump -uroot -p'«hunter2»' shop
sshpass -p «hunter2» ssh anna@shop.example
docker login -u anna -p «hunter2» registry.shop.example
redis-cli -h cache -a «hunter2» ping
ERR AUTH «hunter2» called without any password configured
openssl enc -pass pass:«hunter2» -in a
PGPASSWORD=«hunter2» psql shop
machine shop.example login anna password «hunter2»
Server=db;Database=shop;User Id=sa;Password=«hunter2»;Encrypt=true
Server=db;Uid=sa;Pwd=«hunter2»;
jdbc:postgresql://db/shop?user=anna&password=«hunter2»
mongodb+srv://«anna:hunter2»@cluster0.example/shop
amqp://«guest:hunter2»@queue:5672
redis://«:hunter2»@cache:6379
https://shop.example/reset-password/«9aF3kLm2xQ7rT5wYz»
https://shop.example/password/reset/«9f8e7d6c5b4a39281706f5e4d3c2b1a0»
https://shop.example/users/password/edit/«9aF3kLm2xQ7rT5wYz»
https://shop.example/accounts/reset/MQ/«c4lk2q-9f8e7d6c5b4a39281706f5e4d3c2b1a0»/
GET /verify-email/«9f8e7d6c5b4a39281706f5e4d3c2b1a0» 404
GET /auth/magic-link/«9aF3kLm2xQ7rT5wYz» 410
https://shop.example/invite/«9aF3kLm2xQ7rT5wYz»
https://shop.example/activate/«0a1b2c3d-1111-2222-3333-444455556666»
https://shop.example/unsubscribe/«9aF3kLm2xQ7rT5wYz»
https://shop.example/reset?reset=«9aF3kLm2xQ7rT5»
https://shop.example/login?oobCode=«9aF3kLm2xQ7rT5»&mode=resetPassword
https://shop.example/confirm?confirmation_code=«9aF3kLm2xQ7rT5»
https://shop.example/invite?invite=«9aF3kLm2xQ7rT5»
https://shop.example/login?magic=«9aF3kLm2xQ7rT5»
«$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy»
hash «$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG»
root:«$6$rounds=5000$abcdefgh$9aF3kLm2xQ7rT5wYzAbCdEfGhIjKl»:19000:0
anna:«$apr1$r31.....$HqJZimcKQFAMYayBlzkrA/»
«pbkdf2_sha256$600000$c29tZXNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG=»
«sk-9aF3kLm2xQ7rT5wYzAbCdEfGhIjKlMnOpQrStUvWxYz012345»
«sk-proj-9aF3kLm2xQ7rT5wYzAbCdEfGhIjKlMnOpQ»
«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»
«gsk_9aF3kLm2xQ7rT5wYzAbCdEfGhIjKlMnOpQrStUvWxYz012345678»
«r8_9aF3kLm2xQ7rT5wYzAbCdEfGhIjKlMnOpQrStU»
«xai-9aF3kLm2xQ7rT5wYzAbCdEfGhIjKlMnOpQrStUvWxYz012345678»
«sq0atp-9aF3kLm2xQ7rT5wYzAbCdE»
«SK9f8e7d6c5b4a39281706f5e4d3c2b1a0»
mailgun «key-9f8e7d6c5b4a39281706f5e4d3c2b1a0»
mailchimp «9f8e7d6c5b4a39281706f5e4d3c2b1a0-us12»
«dapi9f8e7d6c5b4a39281706f5e4d3c2b1a0»
«nfp_9aF3kLm2xQ7rT5wYzAbCdEfGhIjKlMnOpQrS»
«lin_api_9aF3kLm2xQ7rT5wYzAbCdEfGhIjKlMnOpQrStUvW»
«ntn_123456789aF3kLm2xQ7rT5wYzAbCdEfGhIjKlMnOpQrS»
«figd_9aF3kLm2xQ7rT5wYz-AbCdEfGhIjKlMnOpQrS»
«PMAK-9f8e7d6c5b4a392817060000-9f8e7d6c5b4a39281706f5e4d3c2b1a0ab»
«NRAK-9AF3KLM2XQ7RT5WYZABCDEFGHIJ»
«glsa_9aF3kLm2xQ7rT5wYzAbCdEfGhIjKlMnO_9f8e7d6c»
«sntrys_eyJpYXQiOjE2fQ9aF3kLm2xQ7rT5wYzAbCdE»
«dckr_pat_9aF3kLm2xQ7rT5wYzAbCdEfGhIj»
«pscale_tkn_9aF3kLm2xQ7rT5wYzAbCdEfGhIjKlMnOpQ»
«sbp_9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c»
«rubygems_9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c5b4a3928»
«dp.pt.9aF3kLm2xQ7rT5wYzAbCdEfGhIjKlMnOpQrStUvW»
«ATATT3xFfGF09aF3kLm2xQ7rT5wYzAbCdEfGhIjKlMnOpQrStUvW»
«AGE-SECRET-KEY-1QJ3KLM2XQ7RT5WYZABCDEFGHJKLMNPQRSTUVWXYZ0234567ACDEFG»
«rzp_live_9aF3kLm2xQ7rT5»
«shippo_live_9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c»
Authorization: Bot «MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7k»
«hvs.9aF3kLm2xQ7rT5wYzAbCdEfGhIj»
«glpat-9aF3kLm2xQ7rT5wYz»
«ghp_9aF3kLm2xQ7rT5wYzAbCdEfGhIjKlMnOpQrS»
«whsec_9aF3kLm2xQ7rT5wYz»
«AKIAIOSFODNN7EXAMPLE»
Authorization: Basic «YW5uYTpodW50ZXIy»
Cookie: theme=dark; connect.sid=«s%3A8fk2l9q0v7b3n1m5»
-----BEGIN OPENSSH PRIVATE KEY-----\n«b3BlbnNzaC1rZXktdjEAAAAABG5vbmU»\n-----END OPENSSH PRIVATE KEY-----
["mysqldump","--password","«hunter2»","shop"]
| password | «hunter2» |
password -> «hunter2»
<dt>Password</dt><dd>«hunter2»</dd>
<wsse:Password Type="PasswordText">«hunter2»</wsse:Password>
{"headers":[["x-api-key","«9aF3kLm2xQ7rT5»"]]}
{"name":"DB_PASS","value":"«hunter2»"}
{"variables":{"input":{"email":"a@b.example","pass":"«hunter2»"}}}
UserLogin(email='a@b.example', password=SecretStr('«hunter2»'))
#<Login email: "a@b.example", password: "«hunter2»">
body: b'{"password": "«hunter2»"}'
email=a%40b.example&pass=«hunter2»
%{email: "a@b.example", pass: "«hunter2»"}
auth: ('anna', '«hunter2»')
`
  .trim()
  .split('\n')
