// Words for a password, an access code or a token in other languages than English, and the words of messages
// about them.

const split = (words: string): string[] => words.trim().split(/\s+/)

/** `-` stands for any separator or none. Without accents, as names of variables are written. */
export const ASCII_NAMES = split(`
  passwort kennwort zugangscode bestaetigungscode einmalcode sicherheitscode freischaltcode
  geheimnis geheimzahl zugangsdaten
  api-schluessel mot-de-passe mdp code-secret code-de-verification code-de-securite jeton cle-api
  cle-secrete contrasena clave clave-secreta codigo-de-verificacion codigo-de-seguridad senha
  palavra-passe chave-api chave-secreta segredo parola parola-ordine parola-d-ordine chiave-api
  chiave-segreta codice-di-verifica wachtwoord toegangscode haslo heslo geslo lozinka losenord passord
  adgangskode kodeord salasana jelszo sifre parool slaptazodis mat-khau kata-sandi kata-laluan
`)
export const WIDE_NAMES = split(`
  contraseña bestätigungscode clé-api clé-secrète code-de-vérification code-de-sécurité código-de-verificación
  código-de-seguridad código-de-verificação api-schlüssel zugangsschlüssel hasło lösenord jelszó şifre
  parolă slaptažodis mật-khẩu пароль пароля парола лозинка κωδικός 密码 密碼 口令 密钥 验证码
  パスワード 暗証番号 認証コード 비밀번호 암호 인증번호 كلمة-المرور كلمة-السر סיסמה סיסמא पासवर्ड
  รหัสผ่าน
`)
/** A message behind a name starts with one of these. */
export const MESSAGE_WORDS = split(`
  falsch ungültig ungueltig fehlt erforderlich leer zu muss darf nicht abgelaufen unbekannt vergessen
  fehlerhaft notwendig ändern geändert bitte ist wird wurde incorrect incorrecte invalide requis
  obligatoire manquant oublié expiré trop vide doit est incorrecta incorrecto inválida inválido
  requerida obligatoria olvidada caducada vacía debe demasiado es inválida incorreta obrigatória
  esquecida deve muito non errata obbligatoria scaduta deve troppo ongeldig onjuist vereist vergeten
  verlopen leeg moet nieprawidłowe wymagane nespravne povinné ogiltigt fel krävs ugyldig forkert
  virheellinen hibás hatalı geçersiz yanlış gerekli greșită неверный неправильный неверен обязателен
  пустой истёк истек должен не забыли 错误 不正确 无效 不能为空 必填 过期 錯誤 無效 が間違っています 無効
  必須 잘못된 필수
`)
