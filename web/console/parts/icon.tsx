// One set of pictures: 16 px grid, 1.5 px round pen, the colour of the words beside them.

const SHAPES = {
  alert: <path d="M8 2.75 1.9 13.25h12.2L8 2.75ZM8 6.75v3M8 11.5v.01" />,
  click: <path d="m4 3 8.5 4-3.75 1.25L7.5 12z" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 5v3.25l2 1.25" />
    </>
  ),
  close: <path d="m4.5 4.5 7 7m0-7-7 7" />,
  console: <path d="m3 4.5 3.5 3.5L3 11.5M8.5 11.5H13" />,
  copy: (
    <>
      <rect x="5.75" y="5.75" width="7.75" height="7.75" rx="1.25" />
      <path d="M10.25 5.75V3.5a1 1 0 0 0-1-1H3.5a1 1 0 0 0-1 1v5.75a1 1 0 0 0 1 1h2.25" />
    </>
  ),
  download: <path d="M8 2.5v7.25M4.75 6.75 8 10l3.25-3.25M3 13.25h10" />,
  down: <path d="M3.5 6 8 10.5 12.5 6" />,
  echo: <path d="M4.25 4.25h7.5v7.5h-7.5z" />,
  expand: <path d="m4.5 6 3.5-3.5L11.5 6M4.5 10l3.5 3.5 3.5-3.5" />,
  filter: <path d="M2.5 4.5h11M4.75 8h6.5M7 11.5h2" />,
  first: <path d="M11.5 3.5 7 8l4.5 4.5M4 3.5v9" />,
  ignored: (
    <>
      <path d="M2.75 6.75h10.5" />
      <path strokeWidth="2" d="M3.5 11h.01M8 11h.01M12.5 11h.01" />
    </>
  ),
  last: <path d="M4.5 3.5 9 8l-4.5 4.5M12 3.5v9" />,
  left: <path d="M10 3.5 5.5 8l4.5 4.5" />,
  link: (
    <>
      <path d="M6.5 9.5a2.75 2.75 0 0 0 3.9 0l2.3-2.3a2.75 2.75 0 0 0-3.9-3.9l-.8.8" />
      <path d="M9.5 6.5a2.75 2.75 0 0 0-3.9 0L3.3 8.8a2.75 2.75 0 0 0 3.9 3.9l.8-.8" />
    </>
  ),
  markdown: <path d="M2 11.5v-7l2.75 3.75L7.5 4.5v7M11.75 4.5v7M9.5 9.25l2.25 2.25L14 9.25" />,
  merge: <path d="M4 2.5v2.25c0 2.5 4 2.5 4 5v3.75M12 2.5v2.25c0 2.5-4 2.5-4 5" />,
  more: <path strokeWidth="2" d="M3.5 8h.01M8 8h.01M12.5 8h.01" />,
  nav: <path d="M2.5 8h10M9 4.5 12.5 8 9 11.5" />,
  net: <path d="M2.5 5.5h10M10 3l2.5 2.5M13.5 10.5h-10M6 13l-2.5-2.5" />,
  new: <path d="M3.5 11.5 8 5l4.5 6.5" />,
  ongoing: <path d="M2.5 9.25C4 6.25 6 6.25 8 8s4 1.75 5.5-1.25" />,
  out: <path d="M6.5 3.5h-3v9h9v-3M9.5 3h3.5v3.5M13 3 7.5 8.5" />,
  paint: <path d="M2.5 12.5 6 8l2.5 2.5L13.5 4M10.25 4h3.25v3.25" />,
  poor: <path fill="currentColor" d="M4.25 4.25h7.5v7.5h-7.5z" />,
  refresh: <path d="M13 8a5 5 0 1 1-1.5-3.5M13 2.5v3h-3" />,
  regressed: <path d="M5 3 2.5 5.5 5 8M2.5 5.5h7.25a3.25 3.25 0 0 1 0 6.5H6.5" />,
  resolved: <path d="m3 8.5 3.5 3.5L13 4.5" />,
  right: <path d="m6 3.5 4.5 4.5L6 12.5" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.25" />
      <path d="m10.25 10.25 3.25 3.25" />
    </>
  ),
  tag: (
    <>
      <path d="M2.75 3.25v4.6l5.65 5.65 4.85-4.85L7.6 3H3a.25.25 0 0 0-.25.25Z" />
      <path strokeWidth="2" d="M5.5 5.75h.01" />
    </>
  ),
  terminal: (
    <>
      <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1.25" />
      <path d="m4.5 6 2 2-2 2M8.5 10.25h3" />
    </>
  ),
  theme: (
    <>
      <circle cx="8" cy="8" r="5" />
      <path fill="currentColor" d="M8 3a5 5 0 0 1 0 10z" />
    </>
  ),
  user: (
    <>
      <circle cx="8" cy="5.25" r="2.5" />
      <path d="M3.25 13.5c.4-2.9 2.3-4.25 4.75-4.25s4.35 1.35 4.75 4.25" />
    </>
  ),
}

export type IconName = keyof typeof SHAPES

/** Hidden from screen readers: the text beside it, or the label of its control, has the meaning. */
type Props = { name: IconName; small?: boolean; className?: string | undefined }

export function Icon({ name, small = false, className = '' }: Props) {
  return (
    <svg className={`icon ${small ? 'icon-s' : ''} ${className}`} viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[name]}
    </svg>
  )
}
