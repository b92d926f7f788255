-- How many changes and entries an account may cause in 24 hours.

create trigger limit_added_rows after insert on public.publish_outbox referencing new table as added_now
for each statement execute function private.limit_added_rows('changes', '50000');
create trigger limit_added_rows after insert on public.audit_log referencing new table as added_now
for each statement execute function private.limit_added_rows('entries of the audit log', '50000');
