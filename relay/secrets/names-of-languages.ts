// Words for a password, an access code or a token in other languages than English, and the words of messages
// about them.

/** `-` stands for any separator or none. */
const NAMES = split(`
  passwort kennwort zugangscode bestätigungscode einmalcode sicherheitscode freischaltcode
  wiederherstellungscode notfallcode anmeldecode sicherungscode verifizierungscode verifikationscode
  authentifizierungscode aktivierungscode geheimnis geheimzahl zugangsdaten api-schlüssel zugangsschlüssel
  zugriffsschlüssel geheimschlüssel privater-schlüssel mot-de-passe mdp code-secret code-de-vérification
  code-de-sécurité code-de-secours code-de-récupération code-d-accès code-de-confirmation
  code-d-authentification code-à-usage-unique jeton clé-api clé-secrète clé-privée clé-d-accès contraseña
  clave clave-secreta clave-privada clave-de-acceso código-de-verificación código-de-seguridad
  código-de-acceso código-de-recuperación código-de-confirmación código-de-autenticación
  código-de-un-solo-uso senha palavra-passe chave-api chave-secreta chave-privada chave-de-acesso segredo
  código-de-verificação código-de-segurança código-de-acesso código-de-recuperação código-de-confirmação
  parola parola-ordine parola-d-ordine parola-chiave chiave-api chiave-segreta chiave-privata
  chiave-di-accesso codice-di-verifica codice-di-accesso codice-di-recupero codice-di-conferma
  codice-di-sicurezza wachtwoord toegangscode inlogcode verificatiecode herstelcode beveiligingscode
  bevestigingscode toegangssleutel geheime-sleutel api-sleutel hasło kod-weryfikacyjny kod-jednorazowy
  kod-odzyskiwania kod-dostępu klucz-api klucz-dostępu tajny-klucz heslo geslo lozinka losenord lösenord
  lösenordet passord passordet adgangskode kodeord engångskod engangskode verifieringskod
  återställningskod bekräftelsekod sikkerhetskode sikkerhedskode salasana vahvistuskoodi jelszó şifre
  doğrulama-kodu onay-kodu güvenlik-kodu kurtarma-kodu parool parolă slaptažodis mật-khẩu kata-sandi
  kata-laluan пароль пароля парола код-подтверждения код-доступа резервный-код секретный-ключ токен
  лозинка κωδικός 密码 密碼 口令 密钥 验证码 校验码 恢复码 备用码 令牌 私钥 访问密钥 パスワード 暗証番号 認証コード 確認コード バックアップコード リカバリーコード 秘密鍵
  アクセスキー トークン 비밀번호 암호 인증번호 인증코드 복구코드 비밀키 토큰 كلمة-المرور كلمة-السر סיסמה סיסמא पासवर्ड รหัสผ่าน
`)
/** As names of variables are written: "ä" as "a" and as "ae". */
export const ASCII_NAMES = [...new Set(NAMES.flatMap((name) => [plain(name), plain(german(name))]))].filter(
  isAscii,
)
export const WIDE_NAMES = NAMES.filter((name) => !isAscii(name))

/** Between a name and its value: "entered", "eingegebene". */
export const PARTICIPLES = split(`
  provided given used entered supplied received wrong invalid incorrect rejected expired eingegeben
  eingegebene falsch falsche ungültig ungültige saisi saisie utilisé utilisée incorrecte incorrecto
  incorrecta inválido inválida introducido introducida utilizado usado usada inserito inserita errata
  usata digitado digitada informado informada incorreto incorreta ingevoerde onjuist onjuiste ongeldig
  ongeldige gebruikt nieprawidłowe nieprawidłowy podane podany wpisane fel felaktigt ogiltig ogiltigt
  forkert ugyldig feil väärä hatalı yanlış geçersiz неверный неправильный
`)
/** A message behind a name starts with one of these. */
export const MESSAGE_WORDS = split(`
  verplicht benötigt erwartet kurz gesetzt korrekt stimmt stimmen doivent court correspond correspondent
  obligatorio corta coincide coinciden vencido obrigatório curta não expirado expirou obbligatorio kort niet
  komt komen jest wymagany zbyt krótkie musi nie wygasł wygasło måste för saknas zorunlu çok kısa olmalı
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

/** Without accents. */
function plain(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('ı', 'i')
}

function german(name: string): string {
  return name.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue')
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}+$/u.test(text)
}

function split(words: string): string[] {
  return words.trim().split(/\s+/)
}
