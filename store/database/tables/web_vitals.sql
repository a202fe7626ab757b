-- Web vitals per route, class of device, browser, system and hour, from the log records that pages send.
-- Device: desktop, mobile or tablet. Browser and Os have versions, as in exceptions. The store reads all
-- three from the user agent; empty if it is unknown.
-- Shard key: cityHash64(Name)
CREATE TABLE IF NOT EXISTS web_vitals (
  Hour DateTime,
  ServiceName LowCardinality(String), Environment LowCardinality(String), Release LowCardinality(String),
  Name LowCardinality(String), Route LowCardinality(String),
  Device LowCardinality(String), Browser LowCardinality(String), Os LowCardinality(String),
  Count SimpleAggregateFunction(sum, UInt64), Good SimpleAggregateFunction(sum, UInt64),
  Poor SimpleAggregateFunction(sum, UInt64),
  Value AggregateFunction(quantilesTDigest(0.5, 0.75, 0.95), Float32)
) ENGINE = ${replicated}AggregatingMergeTree PARTITION BY toMonday(Hour)
PRIMARY KEY (ServiceName, Name, Route, Environment, Release, Device, Hour)
ORDER BY (ServiceName, Name, Route, Environment, Release, Device, Hour, Browser, Os)
TTL Hour + toIntervalDay(90)
SETTINGS ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100;

CREATE MATERIALIZED VIEW IF NOT EXISTS web_vitals_mv TO web_vitals AS
SELECT
  toStartOfHour(Timestamp) AS Hour, ServiceName, Environment, Release,
  LogAttributes['browser.web_vital.name'] AS Name, LogAttributes['http.route'] AS Route,
  LogAttributes['errata.device'] AS Device, LogAttributes['errata.browser'] AS Browser,
  LogAttributes['errata.os'] AS Os,
  count() AS Count, countIf(LogAttributes['browser.web_vital.rating'] = 'good') AS Good,
  countIf(LogAttributes['browser.web_vital.rating'] = 'poor') AS Poor,
  quantilesTDigestState(0.5, 0.75, 0.95)(toFloat32OrZero(LogAttributes['browser.web_vital.value'])) AS Value
FROM otel_logs WHERE EventName = 'browser.web_vital' AND LogAttributes['browser.web_vital.name'] != ''
GROUP BY Hour, ServiceName, Environment, Release, Name, Route, Device, Browser, Os
