-- Messages that visitors send with the contact form.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) <= 200 and trim(name) <> ''),
  email text not null check (char_length(email) <= 320 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$')
    -- A list or object sent as an address is stored as its JSON text, which may look like one.
    constraint contact_messages_email_characters check (email !~ '["<>(),:;\\[\]]'),
  subject text check (char_length(subject) <= 300),
  phone text check (char_length(phone) <= 60),
  message text not null check (char_length(message) <= 10000 and trim(message) <> ''),
  status text not null default 'new' check (status in ('new', 'read', 'answered')),
  answered_at timestamptz,
  answered_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index contact_messages_created_idx on public.contact_messages (created_at desc);
create index contact_messages_status_idx on public.contact_messages (status, created_at desc);
create index contact_messages_answered_by_idx on public.contact_messages (answered_by);

-- What staff search.
create function public.search_text(public.contact_messages) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.name, $1.email, $1.subject, $1.message)) $$;
grant execute on function public.search_text(public.contact_messages) to authenticated;

-- Staff change only the status.
alter table public.contact_messages enable row level security;
grant insert (name, email, subject, phone, message) on public.contact_messages to anon;
grant select, update (status), delete on public.contact_messages to authenticated;
create policy "anyone writes to us" on public.contact_messages for insert to anon with check (status = 'new');
create policy "editors read messages" on public.contact_messages for select to authenticated
using ((select public.has_role('super_admin', 'editor')));
create policy "editors mark messages" on public.contact_messages for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "super admins remove messages" on public.contact_messages for delete to authenticated
using ((select public.has_role('super_admin')));

create trigger enforce_rate_limit before insert on public.contact_messages
for each row execute function private.enforce_rate_limit();
create trigger require_form_enabled before insert on public.contact_messages
for each row execute function private.require_form_enabled('contact_enabled', 'The contact form is closed');
create trigger log_delete after delete on public.contact_messages
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Records who answered a message, and when.
create function private.record_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status is distinct from old.status then
    new.answered_at := case when new.status = 'answered' then now() end;
    new.answered_by := case when new.status = 'answered' then (select p.id from public.profiles p where p.id = auth.uid()) end;
  end if;
  return new;
end $$;
create trigger record_answer before update on public.contact_messages
for each row execute function private.record_answer();
