// The line that changes in an application with a Sentry SDK, and the DSN of each service.
import { DSN_NOTE, dsnLines, nameNote, sentryDsn, type SentryProject } from '../../../setup/sentry.ts'
import type { Endpoints } from '../../../setup/setup.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Select } from '../../ui/select.tsx'
import { ServiceName } from '../../ui/service-name.tsx'
import { Note } from './setup-tabs.tsx'
import css from './connect.module.css'
import own from './sentry.module.css'

type Props = {
  endpoints: Endpoints
  projects: SentryProject[]
  /** Whose line is shown. */
  project: SentryProject
  /** False: the project is an example. */
  isNamed: boolean
  onProject: (number: string | undefined) => void
}

export function SentryDsn({ endpoints, projects, project, isNamed, onProject }: Props) {
  const { before, after } = dsnLines(endpoints, project)
  const services = Object.fromEntries(projects.map(({ number, service }) => [number, service]))
  return (
    <>
      <figure className={css.code}>
        <figcaption className={`row caption ${own.caption}`}>
          <span>
            Where <code>Sentry.init</code> is called{projects.length > 1 && ', in'}
          </span>
          {projects.length > 1 && (
            <Select label="Service" value={project.number} options={services} onChange={onProject} />
          )}
          <span className="push">
            <CopyButton
              text={sentryDsn(endpoints, project)}
              label={`Copy the DSN of ${project.service}`}
              caption="Copy the DSN"
            />
          </span>
        </figcaption>
        <dl className={own.lines}>
          <dt>old</dt>
          <dd>
            <code>{before}</code>
          </dd>
          <dt>new</dt>
          <dd>
            <code>{after}</code>
          </dd>
        </dl>
      </figure>
      {isNamed && <DsnTable endpoints={endpoints} projects={projects} />}
      <Note>{isNamed ? DSN_NOTE : `${DSN_NOTE} ${nameNote(project)}`}</Note>
    </>
  )
}

function DsnTable({ endpoints, projects }: Pick<Props, 'endpoints' | 'projects'>) {
  return (
    <table className={own.projects} aria-label="DSN of each service">
      <thead>
        <tr>
          <th>Service</th>
          <th className="num">Project</th>
          <th>DSN</th>
          <th>
            <span className="visually-hidden">Copy</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {projects.map((project) => (
          <tr key={project.number}>
            <th scope="row">
              <ServiceName name={project.service} />
            </th>
            <td className="num">{project.number}</td>
            <td>
              <code>{sentryDsn(endpoints, project)}</code>
            </td>
            <td>
              <CopyButton
                text={sentryDsn(endpoints, project)}
                label={`Copy the DSN of project ${project.number}, ${project.service}`}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
