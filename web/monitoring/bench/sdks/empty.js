document.title = 'ready'
