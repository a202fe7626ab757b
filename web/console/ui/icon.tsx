// One set of pictures: 16 px grid, 1.5 px round pen, the colour of the words beside them.

/** Paths of the pen. */
const LINES = {
  alert: 'M8 2.75 1.9 13.25h12.2L8 2.75ZM8 6.75v3M8 11.5v.01',
  chat: 'M2.5 3.5h11v7.25H8l-3 2.75v-2.75H2.5z',
  click: 'm4 3 8.5 4-3.75 1.25L7.5 12z',
  clock: 'M2.5 8a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0M8 5v3.25l2 1.25',
  close: 'm4.5 4.5 7 7m0-7-7 7',
  console: 'm3 4.5 3.5 3.5L3 11.5M8.5 11.5H13',
  copy:
    'M7 5.75h5.25q1.25 0 1.25 1.25v5.25q0 1.25-1.25 1.25H7q-1.25 0-1.25-1.25V7q0-1.25 1.25-1.25z' +
    'M10.25 5.75V3.5q0-1-1-1H3.5q-1 0-1 1v5.75q0 1 1 1h2.25',
  download: 'M8 2.5v7.25M4.75 6.75 8 10l3.25-3.25M3 13.25h10',
  down: 'M3.5 6 8 10.5 12.5 6',
  echo: 'M4.25 4.25h7.5v7.5h-7.5z',
  expand: 'm4.5 6 3.5-3.5L11.5 6M4.5 10l3.5 3.5 3.5-3.5',
  filter: 'M2.5 4.5h11M4.75 8h6.5M7 11.5h2',
  first: 'M11.5 3.5 7 8l4.5 4.5M4 3.5v9',
  ignored: 'M2.75 6.75h10.5',
  last: 'M4.5 3.5 9 8l-4.5 4.5M12 3.5v9',
  left: 'M10 3.5 5.5 8l4.5 4.5',
  link:
    'M6.5 9.5a2.75 2.75 0 0 0 3.9 0l2.3-2.3a2.75 2.75 0 0 0-3.9-3.9l-.8.8' +
    'M9.5 6.5a2.75 2.75 0 0 0-3.9 0L3.3 8.8a2.75 2.75 0 0 0 3.9 3.9l.8-.8',
  mail: 'M2 3.5h12v9H2zM2.5 4.75 8 9.25l5.5-4.5',
  markdown: 'M2 11.5v-7l2.75 3.75L7.5 4.5v7M11.75 4.5v7M9.5 9.25l2.25 2.25L14 9.25',
  merge: 'M4 2.5v2.25c0 2.5 4 2.5 4 5v3.75M12 2.5v2.25c0 2.5-4 2.5-4 5',
  nav: 'M2.5 8h10M9 4.5 12.5 8 9 11.5',
  net: 'M2.5 5.5h10M10 3l2.5 2.5M13.5 10.5h-10M6 13l-2.5-2.5',
  new: 'M3.5 11.5 8 5l4.5 6.5',
  ongoing: 'M2.5 9.25C4 6.25 6 6.25 8 8s4 1.75 5.5-1.25',
  out: 'M6.5 3.5h-3v9h9v-3M9.5 3h3.5v3.5M13 3 7.5 8.5',
  paint: 'M2.5 12.5 6 8l2.5 2.5L13.5 4M10.25 4h3.25v3.25',
  phone: 'M4.75 2h6.5v12h-6.5zM7.25 12h1.5',
  plus: 'M8 3.5v9M3.5 8h9',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.5M13 2.5v3h-3',
  regressed: 'M5 3 2.5 5.5 5 8M2.5 5.5h7.25a3.25 3.25 0 0 1 0 6.5H6.5',
  resolved: 'm3 8.5 3.5 3.5L13 4.5',
  right: 'm6 3.5 4.5 4.5L6 12.5',
  search: 'M2.75 7a4.25 4.25 0 1 0 8.5 0 4.25 4.25 0 1 0-8.5 0M10.25 10.25l3.25 3.25',
  send: 'm2.5 8 11-5-3.5 10.5-2.5-4zM7.5 9.5l6-6.5',
  star: 'm8 2.25 1.75 3.6 3.9.55-2.85 2.75.7 3.95L8 11.2l-3.5 1.9.7-3.95L2.35 6.4l3.9-.55z',
  tag: 'M2.75 3.25v4.6l5.65 5.65 4.85-4.85L7.6 3H3a.25.25 0 0 0-.25.25Z',
  terminal:
    'M3 2.75h10q1.25 0 1.25 1.25v8q0 1.25-1.25 1.25H3q-1.25 0-1.25-1.25V4q0-1.25 1.25-1.25z' +
    'M4.5 6l2 2-2 2M8.5 10.25h3',
  theme: 'M3 8a5 5 0 1 0 10 0 5 5 0 1 0-10 0',
  user:
    'M5.5 5.25a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0' +
    'M3.25 13.5c.4-2.9 2.3-4.25 4.75-4.25s4.35 1.35 4.75 4.25',
}

/** Paths of a pen of 2 px. */
const DOTS = {
  ignored: 'M3.5 11h.01M8 11h.01M12.5 11h.01',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  tag: 'M5.5 5.75h.01',
}

/** Paths that are filled. */
const AREAS = {
  poor: 'M4.25 4.25h7.5v7.5h-7.5z',
  theme: 'M8 3a5 5 0 0 1 0 10z',
}

export type IconName = keyof typeof LINES | keyof typeof DOTS | keyof typeof AREAS
type Paths = Partial<Record<IconName, string>>
const lines: Paths = LINES
const dots: Paths = DOTS
const areas: Paths = AREAS

/** Hidden from screen readers: the text beside it, or the label of its control, has the meaning. */
type Props = { name: IconName; small?: boolean; className?: string | undefined }

export function Icon({ name, small = false, className = '' }: Props) {
  return (
    <svg className={`icon ${small ? 'icon-s' : ''} ${className}`} viewBox="0 0 16 16" aria-hidden="true">
      {lines[name] && <path d={lines[name]} />}
      {dots[name] && <path strokeWidth="2" d={dots[name]} />}
      {areas[name] && <path fill="currentColor" d={areas[name]} />}
    </svg>
  )
}
