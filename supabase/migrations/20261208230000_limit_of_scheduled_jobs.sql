-- Jobs of pg_cron have a limit of time, also those that were scheduled before.

/* Runs a command every minute, under a name that takes the place of an earlier one. A run has 50 seconds: the role of pg_cron
   has no limit of its own, and a run that does not end would keep its locks, and a connection. */
create function private.run_every_minute(p_name text, p_command text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform cron.schedule('mantel-' || p_name, '* * * * *', 'set statement_timeout = ''50s''; ' || p_command);
end $$;

do $$
declare job record;
begin
  if to_regclass('cron.job') is null then return; end if;
  for job in execute $jobs$select jobname, command from cron.job
      where jobname like 'mantel-%' and command not like 'set statement_timeout%'$jobs$ loop
    perform private.run_every_minute(substring(job.jobname from 'mantel-(.*)'), job.command);
  end loop;
end $$;
