import pk_late
WHERE = "plain"
