const rates = JSON.parse('{}') as { eur: { usd: number } }
postMessage(rates.eur.usd)
