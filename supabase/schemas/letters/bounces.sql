/* Addresses that get no letters, and what other servers and providers told of mails. Mails of sign-in and of private.mails do
   not ask here: a reader whose letters came back may still confirm, sign in, or ask for their data. */

create table public.suppressions (
  id uuid primary key default gen_random_uuid(),
  -- private.address_digest of the address. It stays when the subscriber is erased, so that the address gets no letters later.
  digest bytea not null,
  -- Null: the subscriber was erased.
  email text check (char_length(email) <= 320),
  -- `hard`: there is no such mailbox; `complaint`: the reader called a letter spam; `manual`: somebody of the staff.
  reason text not null check (reason in ('hard', 'complaint', 'manual')),
  -- Null: of all letters.
  topic text check (topic in ('weeklyNewsletter', 'designTips', 'newArticles', 'specialOffers')),
  at timestamptz not null default now(),
  by_id uuid references public.profiles (id) on delete set null,
  -- When it was taken back by hand: what is told of a time before does not bring it back.
  lifted_at timestamptz,
  constraint suppressions_address_key unique nulls not distinct (digest, topic)
);
create index suppressions_at_idx on public.suppressions (at desc);
create index suppressions_by_idx on public.suppressions (by_id);

-- What staff search.
create function public.search_text(public.suppressions) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text($1.email) $$;
grant execute on function public.search_text(public.suppressions) to authenticated;

alter table public.suppressions enable row level security;
grant select on public.suppressions to authenticated;
create policy "editors see suppressions" on public.suppressions for select to authenticated
using ((select public.has_role('super_admin', 'editor')));

-- What other servers and providers told, each once.
create table private.mail_events (
  provider text not null check (char_length(provider) <= 40),
  event_id text not null check (char_length(event_id) <= 300),
  kind text not null check (kind in ('delivered', 'soft', 'hard', 'complaint', 'left')),
  recipient_id uuid references public.letter_recipients (id) on delete cascade,
  -- When it happened, as they say.
  at timestamptz not null,
  primary key (provider, event_id)
);
create index mail_events_recipient_idx on private.mail_events (recipient_id);
alter table private.mail_events enable row level security;

-- Why an address is suppressed, for the list of recipients.
create function private.suppression_words(p_reason text) returns text
language sql immutable set search_path = ''
as $$
  select case p_reason when 'hard' then 'Letters to this address came back'
    when 'complaint' then 'The reader called a letter spam' when 'manual' then 'The staff stopped letters to this address' end
$$;

/* Suppresses an address as of a time. One that was taken back by hand later stays so; a complaint is not overwritten. The
   subscriber is locked first: a mail that is claimed afterwards sees it (claim_letter_mails). */
create function private.suppress(p_email text, p_reason text, p_topic text, p_at timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.subscribers s where lower(s.email) = lower(btrim(p_email)) for no key update;
  insert into public.suppressions as known (digest, email, reason, topic, at, by_id)
  select private.address_digest(p_email), lower(btrim(p_email)), p_reason, p_topic, p_at, auth.uid()
  on conflict (digest, topic) do update
  set (email, reason, at, by_id, lifted_at) = (excluded.email, excluded.reason, excluded.at, excluded.by_id, null)
  where coalesce(known.lifted_at < excluded.at, known.reason = 'manual' or excluded.reason = 'complaint' and known.reason = 'hard');
end $$;

-- Raises 42501 for callers who do not send letters.
create function private.require_letter_editor() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_service() and not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors send letters' using errcode = '42501';
  end if;
end $$;

-- Stops letters to an address: of a topic, or of all where it is null. For editors.
create function public.suppress_address(p_email text, p_topic text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_letter_editor();
  if coalesce(p_email, '') !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' or char_length(p_email) > 320 then
    raise exception 'This is not an e-mail address' using errcode = '23514';
  end if;
  perform private.suppress(p_email, 'manual', p_topic, now());
end $$;

-- Takes a suppression back: the address gets letters again, where its reader is subscribed. For editors.
create function public.lift_suppression(p_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_letter_editor();
  update public.suppressions s set lifted_at = now() where s.id = p_id and s.lifted_at is null;
  if not found then raise exception 'This suppression was taken back already' using errcode = 'PT404'; end if;
end $$;
grant execute on function public.suppress_address(text, text), public.lift_suppression(uuid) to authenticated;

/* Records what another server or a provider told of a mail, found by its own id or the provider's. An event that comes twice
   counts once; of events out of order the earliest bounce of a kind stays, and none that is final is overwritten by a passing
   one. `hard` and `complaint` stop all letters, `left` (the reader told the provider) those of the topic. Returns whether it was
   new. With the secret key only. */
create function public.record_mail_event(
  p_provider text, p_event_id text, p_kind text, p_at timestamptz,
  p_recipient uuid default null, p_provider_id text default null, p_words text default null)
returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  recipient public.letter_recipients;
  happened timestamptz := least(p_at, now());
  was_final boolean;
begin
  select r.* into recipient from public.letter_recipients r
  where r.id = p_recipient or p_recipient is null and r.provider_id = p_provider_id limit 1;
  -- Before the row of the recipient, as suppressing and unsubscribing do.
  perform from public.subscribers s where s.id = recipient.subscriber_id for no key update;
  insert into private.mail_events (provider, event_id, kind, recipient_id, at)
  values (p_provider, p_event_id, p_kind, recipient.id, happened) on conflict do nothing;
  if not found then return false; end if;
  if recipient.id is null then return true; end if;
  select exists (select from private.mail_events e
    where e.recipient_id = recipient.id and e.kind = 'hard' and (e.provider, e.event_id) <> (p_provider, p_event_id)) into was_final;
  -- What is told of a mail also answers what became of it.
  update public.letter_recipients r set
    state = case when r.state in ('claimed', 'unknown') then 'accepted' else r.state end,
    accepted_at = case when r.state in ('claimed', 'unknown') then happened else r.accepted_at end,
    bounced_at = case when p_kind not in ('soft', 'hard') then r.bounced_at
      when r.bounced_at is null or p_kind = 'hard' and not was_final then happened
      when was_final and p_kind = 'soft' then r.bounced_at else least(r.bounced_at, happened) end,
    bounce = case when p_kind = 'hard' and not was_final or p_kind = 'soft' and r.bounced_at is null
      then left(p_words, 500) else r.bounce end,
    left_at = case p_kind when 'complaint' then coalesce(r.left_at, happened) else r.left_at end,
    left_by = case p_kind when 'complaint' then coalesce(r.left_by, 'complaint') else r.left_by end
  where r.id = recipient.id;
  if p_kind in ('hard', 'complaint') and recipient.email is not null then
    perform private.suppress(recipient.email, p_kind, null, happened);
  end if;
  if p_kind = 'left' then perform private.leave_topic(recipient.subscriber_id, recipient.id, 'mail'); end if;
  return true;
end $$;
