-- Fills web_vitals from the log records that pages send.
CREATE MATERIALIZED VIEW IF NOT EXISTS web_vitals_mv TO web_vitals AS
SELECT
  toStartOfHour(Timestamp) AS Hour,
  ServiceName,
  if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) AS Environment,
  ResourceAttributes['service.version'] AS Release,
  LogAttributes['browser.web_vital.name'] AS Name,
  LogAttributes['http.route'] AS Route,
  count() AS Count,
  countIf(LogAttributes['browser.web_vital.rating'] = 'good') AS Good,
  countIf(LogAttributes['browser.web_vital.rating'] = 'poor') AS Poor,
  quantilesTDigestState(0.5, 0.75, 0.95)(toFloat32OrZero(LogAttributes['browser.web_vital.value'])) AS Value
FROM otel_logs
WHERE EventName = 'browser.web_vital' AND LogAttributes['browser.web_vital.name'] != ''
GROUP BY Hour, ServiceName, Environment, Release, Name, Route
