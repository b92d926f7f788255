-- What pg_cron runs on a hosted project: the jobs are in docs/going-live.md. `npm start` has a timer in their place:
-- supabase/local/database/scheduled.ts.

/* Runs a command every minute, under a name that takes the place of an earlier one. A run has 50 seconds: the role of
   pg_cron has no limit of its own, and a run that does not end would keep its locks, and a connection. */
create function private.run_every_minute(p_name text, p_command text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform cron.schedule('mantel-' || p_name, '* * * * *', 'set statement_timeout = ''50s''; ' || p_command);
end $$;
