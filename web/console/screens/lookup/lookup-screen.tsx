import { Screen } from '../../parts/screen.tsx'
import { DigestForm } from './digest-form.tsx'
import css from '../guide.module.css'

export function LookupScreen() {
  return (
    <Screen title="Look up a digest" className={css.narrow}>
      <h1>Look up a digest</h1>
      <p className={css.lead}>Paste the digest from a user’s error screen to open exactly that event.</p>
      <DigestForm initial="" />
    </Screen>
  )
}
