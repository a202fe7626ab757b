-- What users wrote, also what Sentry's SDKs have sent before. The view fills the table from then on.
TRUNCATE TABLE feedback;

INSERT INTO feedback (Timestamp, FeedbackId, ServiceName, Release, Environment, Text, Email, Name,
  GivenDigest, TraceId, UserId, SessionId, Url)
SELECT Timestamp, lower(hex(sipHash128(Timestamp, ServiceName, LogAttributes['errata.feedback.text']))),
  ServiceName, Release, Environment, substringUTF8(LogAttributes['errata.feedback.text'], 1, 4096),
  LogAttributes['errata.feedback.email'], LogAttributes['errata.feedback.name'],
  LogAttributes['errata.given_digest'], TraceId, UserId, SessionId, LogAttributes['url.full']
FROM otel_logs WHERE EventName = 'user.feedback' AND LogAttributes['errata.feedback.text'] != ''
SETTINGS max_execution_time = 0, max_partitions_per_insert_block = 0
