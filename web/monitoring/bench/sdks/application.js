// A page with React that reads a list and renders it.
import { createElement, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

export function render(options) {
  createRoot(document.querySelector('#app'), options).render(createElement(Application))
}

function Application() {
  const [books, setBooks] = useState([])
  useEffect(() => {
    void fetch('/books.json')
      .then((response) => response.json())
      .then(setBooks)
  }, [])
  return createElement(
    'ul',
    null,
    books.map(({ id, title }) => createElement('li', { key: id }, title)),
  )
}
