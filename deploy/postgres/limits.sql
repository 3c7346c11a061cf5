-- Behind PgBouncer in transaction mode the role has the limits, because nobody can bring their own: docs/operations.md.
alter role vitrine in database vitrine set statement_timeout = '2000ms';
alter role vitrine in database vitrine set idle_in_transaction_session_timeout = '10000ms';
