// Privacy: deleting a person, what was deleted, and what is removed before anything is stored.
import { DeletionList } from './deletion-list.tsx'
import { DeletePerson } from './delete-person.tsx'
import { ScrubRules } from './scrub-rules.tsx'
import section from '../section.module.css'

export function PrivacySection() {
  return (
    <>
      <header className={section.head}>
        <h1>Privacy</h1>
      </header>
      <DeletePerson />
      <DeletionList />
      <ScrubRules />
    </>
  )
}
