// A script of another origin: the browser does not tell a page what failed in it.
throw new Error('the banner is broken')
