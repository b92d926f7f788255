-- How many rows an account may add in 24 hours.

-- How many rows accounts have added, by the hour, for a day.
create table private.added_rows (
  profile_id uuid not null,
  table_name text not null,
  hour timestamptz not null,
  number bigint not null,
  primary key (profile_id, table_name, hour)
);
create index added_rows_hour_idx on private.added_rows (hour);
alter table private.added_rows enable row level security;

/* Trigger for inserts by accounts, with arguments: what the rows are called, and how many a person may add in 24 hours, counted
   by the hour. Far more than anybody makes by hand or imports; it stops scripts. The secret key is not counted. */
create function private.limit_added_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  added bigint := (select count(*) from added_now);
  most integer := tg_argv[1];
  this_hour timestamptz := date_trunc('hour', now());
begin
  if added = 0 or auth.uid() is null or private.is_service() then return null; end if;
  insert into private.added_rows as a (profile_id, table_name, hour, number)
  values (auth.uid(), tg_table_name, this_hour, added)
  on conflict (profile_id, table_name, hour) do update set number = a.number + excluded.number;
  delete from private.added_rows where hour < this_hour - interval '24 hours';
  if most < (select sum(a.number) from private.added_rows a
             where a.profile_id = auth.uid() and a.table_name = tg_table_name) then
    raise exception 'Nobody can add more than % % in 24 hours', to_char(most, 'FM999,999'), tg_argv[0] using errcode = 'PT429';
  end if;
  return null;
end $$;

drop trigger limit_proposed_people on public.proposed_people;
drop function private.limit_proposed_people();

create trigger limit_added_rows after insert on public.articles referencing new table as added_now
for each statement execute function private.limit_added_rows('articles', '1000');
create trigger limit_added_rows after insert on public.article_tags referencing new table as added_now
for each statement execute function private.limit_added_rows('tags of articles', '20000');
create trigger limit_added_rows after insert on public.author_profiles referencing new table as added_now
for each statement execute function private.limit_added_rows('people', '1000');
create trigger limit_added_rows after insert on public.categories referencing new table as added_now
for each statement execute function private.limit_added_rows('categories', '500');
create trigger limit_added_rows after insert on public.tags referencing new table as added_now
for each statement execute function private.limit_added_rows('tags', '2000');
create trigger limit_added_rows after insert on public.credit_roles referencing new table as added_now
for each statement execute function private.limit_added_rows('roles of credits', '200');
create trigger limit_added_rows after insert on public.proposed_people referencing new table as added_now
for each statement execute function private.limit_added_rows('proposed people', '50');
create trigger limit_added_rows after insert on public.fonts referencing new table as added_now
for each statement execute function private.limit_added_rows('fonts', '500');
create trigger limit_added_rows after insert on public.front_versions referencing new table as added_now
for each statement execute function private.limit_added_rows('fronts', '1000');
create trigger limit_added_rows after insert on public.media referencing new table as added_now
for each statement execute function private.limit_added_rows('files', '5000');
create trigger limit_added_rows after insert on public.pages referencing new table as added_now
for each statement execute function private.limit_added_rows('pages', '500');
create trigger limit_added_rows after insert on public.plans referencing new table as added_now
for each statement execute function private.limit_added_rows('plans', '1000');
create trigger limit_added_rows after insert on public.plan_tasks referencing new table as added_now
for each statement execute function private.limit_added_rows('tasks', '10000');
create trigger limit_added_rows after insert on public.preview_links referencing new table as added_now
for each statement execute function private.limit_added_rows('links', '500');
create trigger limit_added_rows after insert on public.slug_redirects referencing new table as added_now
for each statement execute function private.limit_added_rows('redirects', '5000');
create trigger limit_added_rows after insert on public.comments referencing new table as added_now
for each statement execute function private.limit_added_rows('comments', '3000');
create trigger limit_added_rows after insert on public.comment_guests referencing new table as added_now
for each statement execute function private.limit_added_rows('invitations', '1000');
create trigger limit_added_rows after insert on public.article_templates referencing new table as added_now
for each statement execute function private.limit_added_rows('templates', '500');
create trigger limit_added_rows after insert on public.article_revisions referencing new table as added_now
for each statement execute function private.limit_added_rows('revisions', '50000');
