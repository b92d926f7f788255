/* Letters: mails to the subscribers of a topic. A letter is edited as blocks until it is frozen: then its content, its HTML and
   its recipients are kept as they were at that moment, and the publisher's process sends it (sending.sql). */

create table public.letters (
  id uuid primary key default gen_random_uuid(),
  topic text not null default 'weeklyNewsletter'
    check (topic in ('weeklyNewsletter', 'designTips', 'newArticles', 'specialOffers')),
  subject text not null default '' check (char_length(subject) <= 200 and subject !~ '[[:cntrl:]]'),
  -- What mail programs show behind the subject.
  preview_text text not null default '' check (char_length(preview_text) <= 200 and preview_text !~ '[[:cntrl:]]'),
  -- See private.check_letter.
  blocks jsonb not null default '[]',
  -- The last part of the address of its page; null: made of the subject when it is frozen.
  slug text unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120),
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'sending', 'sent', 'cancelled')),
  -- Why it waits until somebody goes on; see src/domain/letters/letter-states.ts.
  hold text check (hold in ('person', 'late', 'restored', 'provider')),
  -- What the mail server or provider answered.
  problem text check (char_length(problem) <= 1000),
  send_at timestamptz check (isfinite(send_at)),
  frozen_at timestamptz,
  -- What it shows, with its stories as they were: its page is made of this. Without the links of one reader.
  content jsonb,
  -- Who the mails come from, as it was when it was frozen: a mail that is repeated is the same.
  from_name text check (char_length(from_name) <= 120),
  from_address text check (char_length(from_address) <= 320),
  reply_to text check (char_length(reply_to) <= 320),
  -- As mails have it, with places for the links of each reader.
  html text check (octet_length(html) <= 500000),
  plain_text text check (octet_length(plain_text) <= 500000),
  -- Subscribers who had chosen its topic when it was frozen.
  candidates integer,
  -- When the last mail was accepted, failed or skipped, or the rest was cancelled.
  ended_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint letters_frozen_check check (
    (frozen_at is null) = (content is null) and (frozen_at is null) = (html is null)
    and (frozen_at is null) = (plain_text is null) and (frozen_at is null) = (candidates is null)
    and (status not in ('draft', 'scheduled') or frozen_at is null)
    and (status not in ('sending', 'sent') or frozen_at is not null and slug is not null)),
  constraint letters_time_check check (status <> 'scheduled' or send_at is not null),
  constraint letters_held_check check (hold is null or status in ('scheduled', 'sending')),
  constraint letters_ended_check check ((ended_at is not null) = (status in ('sent', 'cancelled')))
);
create index letters_status_idx on public.letters (status, send_at);
create index letters_created_by_idx on public.letters (created_by);

/* A row for each subscriber who had chosen the topic when the letter was frozen: nobody is lost from sight, and nobody is in it
   twice. Where a subscriber is erased the address goes, and the row stays, so that the numbers stay true. */
create table public.letter_recipients (
  -- A part of the Message-ID, which is the same at each attempt.
  id uuid primary key default gen_random_uuid(),
  letter_id uuid not null references public.letters (id) on delete cascade,
  subscriber_id uuid references public.subscribers (id) on delete set null,
  email text,
  state text not null default 'queued'
    check (state in ('excluded', 'queued', 'claimed', 'unknown', 'accepted', 'failed', 'skipped')),
  reason text check (char_length(reason) <= 500),
  attempts smallint not null default 0,
  -- How often the present claim was taken over, because no answer came.
  repeats smallint not null default 0,
  -- Of one in the queue: it is not claimed earlier, for the other server put it off. Of one that is claimed: until then it is
  -- its sender's, and then another one finds out what became of it.
  due_at timestamptz not null default now(),
  -- The mails that one sender handed over together, and when.
  claim uuid,
  claimed_by uuid,
  claimed_at timestamptz,
  -- It is claimed alone: a provider has refused the mails that it was with, and does not say which of them is wrong.
  alone boolean not null default false,
  accepted_at timestamptz,
  -- The id that a provider gave it.
  provider_id text check (char_length(provider_id) <= 200),
  -- When and how the reader left the topic by this letter.
  left_at timestamptz,
  left_by text check (left_by in ('one-click', 'page', 'mail', 'editor', 'complaint')),
  bounced_at timestamptz,
  bounce text check (char_length(bounce) <= 500),
  constraint letter_recipients_email_key unique (letter_id, email),
  constraint letter_recipients_subscriber_key unique (letter_id, subscriber_id),
  constraint letter_recipients_claimed_check check ((state in ('claimed', 'unknown')) <= (claim is not null and claimed_at is not null))
);
create index letter_recipients_due_idx on public.letter_recipients (letter_id, alone, due_at) where state = 'queued';
create index letter_recipients_claim_idx on public.letter_recipients (claim) where claim is not null;
create index letter_recipients_open_idx on public.letter_recipients (letter_id, due_at) where state in ('claimed', 'unknown');
create index letter_recipients_claimed_idx on public.letter_recipients (claimed_at) where claimed_at is not null;
create index letter_recipients_subscriber_idx on public.letter_recipients (subscriber_id);
create index letter_recipients_provider_idx on public.letter_recipients (provider_id) where provider_id is not null;

-- Staff read letters; editors, and contributors of their own, write drafts. What is frozen, and every status, is changed by the
-- functions below and in sending.sql only.
alter table public.letters enable row level security;
grant select, delete on public.letters to authenticated;
grant insert (topic, subject, preview_text, blocks, slug, send_at), update (topic, subject, preview_text, blocks, slug, send_at)
on public.letters to authenticated;
create policy "writers read letters, viewers what went out" on public.letters for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')) or frozen_at is not null);
create policy "writers begin letters" on public.letters for insert to authenticated
with check ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "editors, and who began a draft, change it" on public.letters for update to authenticated
using ((select public.has_role('super_admin', 'editor'))
  or (select public.has_role('contributor')) and created_by = (select auth.uid()) and status = 'draft')
with check ((select public.has_role('super_admin', 'editor'))
  or (select public.has_role('contributor')) and created_by = (select auth.uid()) and status = 'draft');
create policy "editors, and who began it, remove drafts" on public.letters for delete to authenticated
using (status = 'draft' and ((select public.has_role('super_admin', 'editor'))
  or (select public.has_role('contributor')) and created_by = (select auth.uid())));

alter table public.letter_recipients enable row level security;
-- The whole row, which search_text is a function of.
grant select on public.letter_recipients to authenticated;
create policy "editors see recipients" on public.letter_recipients for select to authenticated
using ((select public.has_role('super_admin', 'editor')));

-- What staff search.
create function public.search_text(public.letters) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.subject, $1.preview_text)) $$;
create function public.search_text(public.letter_recipients) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text($1.email) $$;
grant execute on function public.search_text(public.letters), public.search_text(public.letter_recipients) to authenticated;

insert into private.saved_columns (table_name, column_name)
select 'public.letters', unnest(array['topic', 'subject', 'preview_text', 'blocks', 'slug', 'send_at']);

-- Trigger: refuses blocks that mails and pages cannot show. The same limits in the forms: src/domain/letters/letter.ts.
create function private.check_letter() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  malformed text := 'A letter must be a list of blocks';
  block jsonb; stories integer := 0; chosen integer := 0; field text;
begin
  if tg_op = 'UPDATE' and new.blocks = old.blocks then return new; end if;
  if jsonb_typeof(new.blocks) <> 'array' then raise exception '%', malformed using errcode = '23514'; end if;
  if jsonb_array_length(new.blocks) > 20 then
    raise exception 'A letter has at most 20 blocks' using errcode = '23514';
  end if;
  if octet_length(new.blocks::text) > 300000 then
    raise exception 'A letter must be at most %', private.byte_words(300000) using errcode = '23514';
  end if;
  if (select count(distinct b ->> 'id') from jsonb_array_elements(new.blocks) b) < jsonb_array_length(new.blocks) then
    raise exception '%', malformed using errcode = '23514';
  end if;
  for block in select value from jsonb_array_elements(new.blocks) loop
    if jsonb_typeof(block) <> 'object' or jsonb_typeof(block -> 'id') is distinct from 'string'
       or coalesce(block ->> 'kind', '') not in ('text', 'hero', 'stories', 'picture', 'button') then
      raise exception '%', malformed using errcode = '23514';
    end if;
    if block ->> 'kind' in ('hero', 'stories') then
      stories := stories + private.check_story_block(block, malformed) + (block ->> 'kind' = 'hero')::integer;
      chosen := chosen + jsonb_array_length(block -> 'items');
      continue;
    end if;
    foreach field in array case block ->> 'kind' when 'text' then array['html']
      when 'picture' then array['image', 'alt', 'caption', 'href'] else array['label', 'href'] end
    loop
      if jsonb_typeof(block -> field) is distinct from 'string' then
        raise exception '%', malformed using errcode = '23514';
      end if;
    end loop;
    if char_length(block ->> 'html') > 50000 then
      raise exception 'A text of a letter must be at most 50,000 characters' using errcode = '23514';
    end if;
    if char_length(block ->> 'label') > 80 then
      raise exception 'The label of a button must be at most 80 characters' using errcode = '23514';
    end if;
    if char_length(block ->> 'alt') > 1000 or char_length(block ->> 'caption') > 1000 then
      raise exception 'The description and the caption of a picture must be at most 1,000 characters each' using errcode = '23514';
    end if;
    if char_length(block ->> 'href') > 2000 or char_length(block ->> 'image') > 2000 then
      raise exception 'An address must be at most 2,000 characters' using errcode = '23514';
    end if;
  end loop;
  if stories > 32 or chosen > 32 then
    raise exception 'A letter has at most 32 stories' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger check_letter before insert or update of blocks on public.letters
for each row execute function private.check_letter();
create trigger limit_added_rows after insert on public.letters referencing new table as added_now
for each statement execute function private.limit_added_rows('letters', '1000');

-- Raises 23514 for a letter that cannot go out.
create function private.require_complete_letter(p_letter public.letters) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if trim(p_letter.subject) = '' then
    raise exception 'The letter has no subject' using errcode = '23514';
  end if;
  if p_letter.blocks = '[]' then
    raise exception 'The letter has nothing in it: add a block first' using errcode = '23514';
  end if;
end $$;

-- Sets what no client may choose: version, creator and times of changes. Refuses changes of a letter that goes out, or did,
-- and changes by which a scheduled one could not.
create function private.before_letter_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.version := 1;
    if not private.is_service() then new.created_by := auth.uid(); end if;
    return new;
  end if;
  new.created_at := old.created_at;
  -- Becomes null when the creator's account is deleted, and is otherwise never changed.
  if new.created_by is not null then new.created_by := old.created_by; end if;
  if (new.topic, new.subject, new.preview_text, new.blocks, new.slug, new.send_at) is not distinct from
     (old.topic, old.subject, old.preview_text, old.blocks, old.slug, old.send_at) then return new; end if;
  if old.status not in ('draft', 'scheduled') then
    raise exception 'This letter went out or was cancelled: it cannot be changed any more' using errcode = '23514';
  end if;
  if new.status = 'scheduled' then perform private.require_complete_letter(new); end if;
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end $$;
create trigger before_letter_write before insert or update on public.letters
for each row execute function private.before_letter_write();

-- What the audit log has of a letter: that it was scheduled, taken back, held, resumed, cancelled, or that it goes out.
create function private.log_letter() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_audit_entry('letter', 'letters', new.id::text, new.subject, case
    when new.status = 'sending' and new.hold is not null or new.status = 'scheduled' and new.hold is not null
      then concat_ws(': ', 'Held', case new.hold when 'late' then 'more than an hour late' when 'restored' then 'the magazine was restored'
        when 'provider' then new.problem end)
    when old.hold is not null and new.status = old.status then 'Resumed'
    when new.status = 'scheduled' then 'Scheduled for '
      || to_char(new.send_at at time zone private.time_zone(), 'YYYY-MM-DD HH24:MI ') || private.time_zone()
    when new.status = 'draft' then 'Not scheduled any more'
    when new.status = 'sending' then 'Begins to go out'
    when new.status = 'sent' then 'Sent'
    else 'Cancelled' end);
  return null;
end $$;
create trigger log_letter after update of status, hold, send_at on public.letters
for each row when (new.status <> 'draft' and (new.status, new.hold) is distinct from (old.status, old.hold)
  or new.status = 'draft' and old.status <> 'draft' or new.status = 'scheduled' and new.send_at <> old.send_at)
execute function private.log_letter();
create trigger log_delete after delete on public.letters
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Saves a letter as private.save_row does. Runs as the caller: the policies decide.
create function public.save_letter(p_id uuid, p_version integer, p_letter jsonb) returns public.letters
language sql security invoker set search_path = ''
as $$
  select * from private.save_row(null::public.letters, 'letter', p_id, p_version, p_letter)
$$;
grant execute on function public.save_letter(uuid, integer, jsonb) to authenticated;

-- Erased subscribers -------------------------------------------------------------------------------------------------

-- Trigger: nothing of a subscriber who is deleted stays at the letters, not even what another server said, which may name the
-- address. What was not handed over is not sent any more.
create function private.forget_letter_recipient() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.letter_recipients r set email = null, subscriber_id = null, bounce = null, provider_id = null,
    state = case when r.state in ('queued', 'unknown') then 'skipped' else r.state end,
    reason = case when r.state in ('excluded', 'queued', 'unknown', 'failed', 'skipped') then 'The subscriber was erased' end
  where r.subscriber_id = old.id;
  update public.suppressions s set email = null where s.digest = private.address_digest(old.email) and s.email is not null;
  return old;
end $$;
create trigger forget_letter_recipient before delete on public.subscribers
for each row execute function private.forget_letter_recipient();
