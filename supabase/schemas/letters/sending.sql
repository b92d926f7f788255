/* Sending letters. A letter is scheduled, frozen when its time has come, and then its mails are claimed a few at a time, handed
   over, and finished. A claim is committed before the mails are handed over: a sender that is killed leaves them claimed, and
   another one finds out what became of them (src/letters/sending). */

-- How letters go out. Holds one row.
create table public.letter_sender (
  id boolean primary key default true check (id),
  -- The name before the address; '': the name of the magazine.
  from_name text not null default '' check (char_length(from_name) <= 120 and from_name !~ '[[:cntrl:]]'),
  -- Where answers go; null: to the address that letters come from.
  reply_to text check (reply_to ~ '^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$' and char_length(reply_to) <= 320),
  -- Mails in a minute, at most; null: as fast as the other side takes them.
  per_minute integer default 600 check (per_minute between 1 and 100000),
  -- Whether the domain is known to mail servers as one that sends letters: it need not begin with few (private.left_today).
  has_sent_before boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
insert into public.letter_sender default values;
alter table public.letter_sender enable row level security;
grant select, update (from_name, reply_to, per_minute, has_sent_before) on public.letter_sender to authenticated;
create policy "editors read how letters are sent" on public.letter_sender for select to authenticated
using ((select public.has_role('super_admin', 'editor')));
create policy "super admins change how letters are sent" on public.letter_sender for update to authenticated
using ((select public.has_role('super_admin'))) with check ((select public.has_role('super_admin')));
create trigger before_settings_update before update on public.letter_sender
for each row execute function private.before_settings_update();
create trigger log_settings after update on public.letter_sender
for each row execute function private.log_settings();

-- By what and from which address the publisher sends, as it has told. Holds one row at most.
create table private.letter_adapter (
  singleton boolean primary key default true check (singleton),
  adapter text not null check (adapter in ('smtp', 'resend', 'postmark', 'mailbox', 'none')),
  address text check (char_length(address) <= 320),
  -- When a sender last asked what is due while a letter was going out.
  asked_at timestamptz
);
alter table private.letter_adapter enable row level security;

-- By what the function send-letters could send, as it has told. Holds one row at most.
create table private.letter_function (
  singleton boolean primary key default true check (singleton),
  adapter text not null check (adapter in ('resend', 'postmark', 'none')),
  address text check (char_length(address) <= 320),
  -- Why it cannot send, as a sentence; null: it can.
  problem text check (char_length(problem) <= 500),
  -- Until then one of its slices has begun just now, and no other begins.
  busy_until timestamptz not null default '-infinity'
);
alter table private.letter_function enable row level security;

/* Who sends letters now. `sent_by`: 'publisher', while one that has a mail server is at work; or else 'function', where send-letters
   has the key of a provider; or else 'none'. `adapter` and `address` are the sender's; of 'none' the publisher's, which may come back. */
create function private.letter_sending() returns table (sent_by text, adapter text, address text, has_publisher boolean)
language sql stable security definer set search_path = ''
as $$
  select s.sent_by, case s.sent_by when 'function' then f.adapter else coalesce(a.adapter, 'none') end,
    case s.sent_by when 'function' then f.address else a.address end, w.has_publisher
  from (select exists (select from private.publisher_lease l where l.expires_at > clock_timestamp()) as has_publisher) w
  left join private.letter_adapter a on true left join private.letter_function f on true
  cross join lateral (select case when w.has_publisher and a.adapter <> 'none' then 'publisher'
    when f.adapter <> 'none' then 'function' else 'none' end as sent_by) s
$$;

-- Records by what and from which address the publisher sends. With the secret key only.
create function public.record_letter_adapter(p_adapter text, p_address text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.letter_adapter (adapter, address) values (p_adapter, p_address)
  on conflict (singleton) do update set (adapter, address) = (excluded.adapter, excluded.address)
$$;

-- The audience -------------------------------------------------------------------------------------------------------

/* The subscribers who have chosen a topic, and why one gets no letter of it (null: it gets them). Who has unsubscribed has
   chosen nothing any more. */
create function private.letter_candidates(p_topic text) returns table (subscriber_id uuid, email text, reason text)
language sql stable security definer set search_path = ''
as $$
  select s.id, s.email, case when s.status = 'pending' then 'The subscription is not confirmed'
    else private.suppression_words(x.reason) end
  from public.subscribers s cross join private.unsubscribe_key k
  left join lateral (
    select u.reason from public.suppressions u
    -- As private.address_digest, once for all.
    where u.digest = sha256(k.key || convert_to(lower(btrim(s.email)), 'UTF8')) and u.lifted_at is null
      and coalesce(u.topic = p_topic, true)
    order by u.topic nulls first limit 1) x on true
  where s.status in ('pending', 'active') and s.preferences -> p_topic = 'true'
$$;

-- Who would get a letter of a topic now: {candidates, recipients, excluded: [{reason, count}]}. For editors.
create function public.letter_audience(p_topic text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_letter_editor();
  return (
    with counted as (select c.reason, count(*) as n from private.letter_candidates(p_topic) c group by c.reason)
    select jsonb_build_object('candidates', coalesce(sum(n), 0), 'recipients', coalesce(sum(n) filter (where reason is null), 0),
      'excluded', coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'count', n) order by n desc, reason)
        filter (where reason is not null), '[]'))
    from counted);
end $$;

/* What became of a letter, in numbers that agree: candidates = excluded + recipients, recipients = queued + claimed + unknown +
   accepted + failed + skipped. `per_minute`: the mails claimed within the last minute. `left_at_once`: within a minute of
   acceptance, as programs do that open all links of a mail. For editors. */
create function public.letter_numbers(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_letter_editor();
  return (
    with rows as materialized (
      select r.state, r.reason, r.claimed_at, r.accepted_at, r.left_at, r.left_by, r.bounced_at
      from public.letter_recipients r where r.letter_id = p_id),
    reasons as (select r.state, r.reason, count(*) as n from rows r where r.reason is not null group by r.state, r.reason
      order by n desc limit 50)
    select jsonb_build_object(
      'candidates', (select l.candidates from public.letters l where l.id = p_id),
      'excluded', count(*) filter (where state = 'excluded'),
      'recipients', count(*) filter (where state <> 'excluded'),
      'queued', count(*) filter (where state = 'queued'), 'claimed', count(*) filter (where state = 'claimed'),
      'unknown', count(*) filter (where state = 'unknown'), 'accepted', count(*) filter (where state = 'accepted'),
      'failed', count(*) filter (where state = 'failed'), 'skipped', count(*) filter (where state = 'skipped'),
      'bounced', count(bounced_at), 'left', count(left_at),
      'left_at_once', count(*) filter (where left_at <= accepted_at + interval '60 seconds'),
      'complaints', count(*) filter (where left_by = 'complaint'),
      'reasons', coalesce((select jsonb_agg(jsonb_build_object('state', e.state, 'reason', e.reason, 'count', e.n)
        order by e.n desc, e.state, e.reason) from reasons e), '[]'),
      'per_minute', count(*) filter (where claimed_at > now() - interval '1 minute'),
      'first_claimed_at', min(claimed_at), 'last_claimed_at', max(claimed_at))
    from rows);
end $$;
grant execute on function public.letter_audience(text), public.letter_numbers(uuid) to authenticated;

-- What editors do with a letter --------------------------------------------------------------------------------------

-- A letter that an editor does something with, locked. Raises PT404 when it is gone.
create function private.lock_letter(p_id uuid) returns public.letters
language plpgsql security definer set search_path = ''
as $$
declare letter public.letters;
begin
  perform private.require_letter_editor();
  select l.* into letter from public.letters l where l.id = p_id for no key update;
  if letter.id is null then raise exception 'Letter not found' using errcode = 'PT404'; end if;
  return letter;
end $$;

-- Wakes a sender that listens.
create function private.wake_sender(p_letter uuid) returns void
language sql volatile set search_path = ''
as $$ select pg_notify('letters', p_letter::text) $$;

/* Schedules a letter; without a time, for now. p_version: the version that the editor saw. Raises PT409 for another version,
   and 23514 for a letter that cannot go out, or to nobody. */
create function public.schedule_letter(p_id uuid, p_version integer, p_send_at timestamptz default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare letter public.letters := private.lock_letter(p_id); audience jsonb;
begin
  if letter.status not in ('draft', 'scheduled') then
    raise exception 'This letter went out or was cancelled already' using errcode = '23514';
  end if;
  if letter.version <> p_version then
    raise exception 'This letter was saved by someone else in the meantime' using errcode = 'PT409';
  end if;
  perform private.require_complete_letter(letter);
  if (select s.adapter from private.letter_sending() s) = 'none' then
    raise exception 'No mail server is set up for letters' using errcode = '23514',
      hint = 'Set SMTP_HOST, RESEND_API_KEY or POSTMARK_TOKEN, and MAIL_FROM, where the publisher runs; without a publisher one of the last two, and MAIL_FROM, as secrets of the functions';
  end if;
  audience := public.letter_audience(letter.topic);
  if audience -> 'candidates' = '0' then
    raise exception 'Nobody has chosen this topic' using errcode = '23514';
  elsif audience -> 'recipients' = '0' then
    raise exception 'Nobody who has chosen this topic can get letters now' using errcode = '23514';
  end if;
  update public.letters l set status = 'scheduled', hold = null, problem = null, send_at = greatest(p_send_at, now())
  where l.id = p_id;
  perform private.wake_sender(p_id);
end $$;

-- Takes a scheduled letter back: it is a draft again.
create function public.unschedule_letter(p_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare letter public.letters := private.lock_letter(p_id);
begin
  if letter.status <> 'scheduled' then
    raise exception 'This letter is not scheduled' using errcode = '23514';
  end if;
  update public.letters l set status = 'draft', hold = null, problem = null where l.id = p_id;
end $$;

-- A letter that is scheduled or goes out waits until somebody resumes it. What is being handed over still arrives.
create function public.hold_letter(p_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare letter public.letters := private.lock_letter(p_id);
begin
  if letter.status not in ('scheduled', 'sending') then
    raise exception 'This letter is not going out' using errcode = '23514';
  end if;
  update public.letters l set hold = 'person', problem = null where l.id = p_id;
  perform private.wake_sender(p_id);
end $$;

-- A letter that waits goes on. One whose time is over goes out now.
create function public.resume_letter(p_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare letter public.letters := private.lock_letter(p_id);
begin
  if letter.hold is null then
    raise exception 'This letter is not waiting' using errcode = '23514';
  end if;
  update public.letters l set hold = null, problem = null,
    send_at = case l.status when 'scheduled' then greatest(l.send_at, now()) else l.send_at end
  where l.id = p_id;
  perform private.wake_sender(p_id);
end $$;

-- Ends a letter that is scheduled or goes out: what is not handed over is not sent.
create function public.cancel_letter(p_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare letter public.letters := private.lock_letter(p_id);
begin
  if letter.status not in ('scheduled', 'sending') then
    raise exception 'This letter is not going out' using errcode = '23514';
  end if;
  update public.letter_recipients r set state = 'skipped', reason = 'The letter was cancelled'
  where r.letter_id = p_id and r.state = 'queued';
  update public.letters l set status = 'cancelled', hold = null, problem = null, ended_at = now() where l.id = p_id;
  perform private.wake_sender(p_id);
end $$;
grant execute on function public.schedule_letter(uuid, integer, timestamptz), public.unschedule_letter(uuid),
  public.hold_letter(uuid), public.resume_letter(uuid), public.cancel_letter(uuid) to authenticated;

-- For the sender, with the secret key --------------------------------------------------------------------------------

-- Records that a sender is at work. Where only the function sends, no publisher has told anything.
create function private.record_sender() returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.letter_adapter as a (adapter, asked_at) values ('none', now())
  on conflict (singleton) do update set asked_at = now() where a.asked_at is null or a.asked_at < now() - interval '1 minute'
$$;

/* What a sender has to do: `due`, the letters to freeze with their versions; `next_ms`, in how many ms the next one is due
   (null: none is scheduled); `is_sending`, whether mails wait. A letter whose time is over by more than an hour is held, and so
   is one that was going out when the last sender ended an hour ago: a person decides whether it still goes. */
create function public.due_letters() returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  update public.letters l set hold = 'late'
  where l.hold is null and (l.status = 'scheduled' and l.send_at < now() - interval '1 hour'
    or l.status = 'sending' and exists (select from private.letter_adapter a where a.asked_at < now() - interval '1 hour'));
  if exists (select from public.letters l where l.status = 'sending') then perform private.record_sender(); end if;
  return (
    select jsonb_build_object(
      'due', coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'version', l.version) order by l.send_at)
        filter (where l.send_at <= now()), '[]'),
      'next_ms', min(ceil(extract(epoch from l.send_at - now()) * 1000)) filter (where l.send_at > now()),
      'is_sending', exists (select from public.letters g where g.status = 'sending' and g.hold is null))
    from public.letters l where l.status = 'scheduled' and l.hold is null);
end $$;

-- The last part of the address of the page of a letter: its own, or p_base, with a number where another letter has that.
create function public.free_letter_slug(p_id uuid, p_base text) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((select l.slug from public.letters l where l.id = p_id), (
    select s.slug from (
      select b.base || case when n > 1 then '-' || n else '' end as slug, n
      from (select coalesce(nullif(trim(both '-' from left(p_base, 110)), ''), 'letter') as base) b, generate_series(1, 10000) n) s
    where not exists (select from public.letters l where l.slug = s.slug) order by n limit 1))
$$;

/* Freezes a letter that is due: what it shows, and its recipients, by one statement. When its page is out, or two minutes later, its
   mails begin. p_slug: from free_letter_slug; raises 23505 where another letter has taken it since. Returns the numbers of
   recipients; null where the letter changed meanwhile, is held, or not due. */
create function public.freeze_letter(
  p_id uuid, p_version integer, p_slug text, p_content jsonb, p_html text, p_plain_text text)
returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare letter public.letters; total integer; queued integer; sending record; name text;
begin
  select l.* into letter from public.letters l
  where l.id = p_id and l.version = p_version and l.status = 'scheduled' and l.hold is null and l.send_at <= now() for update;
  if letter.id is null then return null; end if;
  select * into sending from private.letter_sending();
  if sending.adapter = 'none' then
    raise exception 'No mail server is set up for letters' using errcode = '23514';
  end if;
  insert into public.letter_recipients (letter_id, subscriber_id, email, state, reason)
  select p_id, c.subscriber_id, c.email, case when c.reason is null then 'queued' else 'excluded' end, c.reason
  from private.letter_candidates(letter.topic) c;
  get diagnostics total = row_count;
  -- Many rows at once, of which the planner knows nothing yet.
  analyze public.letter_recipients;
  select count(*) into queued from public.letter_recipients r where r.letter_id = p_id and r.state = 'queued';
  select coalesce(nullif(s.from_name, ''), (select t.site_name from public.site_settings t), '') into name from public.letter_sender s;
  update public.letters l set status = 'sending', frozen_at = clock_timestamp(), candidates = total, slug = p_slug, content = p_content,
    html = p_html, plain_text = p_plain_text, from_name = left(name, 120), from_address = sending.address,
    reply_to = (select s.reply_to from public.letter_sender s)
  where l.id = p_id;
  perform private.record_sender();
  return jsonb_build_object('candidates', total, 'recipients', queued);
end $$;

-- Whether no mail of a letter has left from the domain of the sender: mail hosts do not know it. The local mailbox is none of them.
create function private.is_first_letter() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select a.adapter not in ('mailbox', 'none') and not exists (
      select from public.letters l
      where lower(split_part(l.from_address, '@', 2)) = lower(split_part(a.address, '@', 2))
        and exists (select from public.letter_recipients r where r.letter_id = l.id and r.accepted_at is not null))
    from private.letter_sending() a), false)
$$;

/* Whether what DNS says of the sender has to be looked at before a letter goes out: of the first one of a domain to more than ten.
   With the secret key only. */
create function public.needs_sender_check(p_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_first_letter() and (
    select count(*) > 10 from private.letter_candidates((select l.topic from public.letters l where l.id = p_id)) c
    where c.reason is null)
$$;

-- Holds a letter that the sender cannot go on with, and says why.
create function public.hold_letter_for_problem(p_id uuid, p_problem text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.letters l set hold = 'provider', problem = left(p_problem, 1000)
  where l.id = p_id and l.status in ('scheduled', 'sending') and l.hold is null
$$;

-- Ends letters of which no mail waits. One that others have locked ends the next time.
create function private.end_letters() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare letter uuid;
begin
  for letter in select l.id from public.letters l where l.status = 'sending' loop
    -- Each by itself: one mail is enough to know.
    continue when exists (select from public.letter_recipients r where r.letter_id = letter and r.state = 'queued')
      or exists (select from public.letter_recipients r where r.letter_id = letter and r.state in ('claimed', 'unknown'));
    update public.letters l set status = 'sent', hold = null, problem = null, ended_at = clock_timestamp()
    where l.id in (select g.id from public.letters g where g.id = letter for no key update skip locked);
  end loop;
end $$;

/* How many mails may still be claimed now, by the rate; null: any number. It is counted from the rows, so that it holds over
   restarts: of a minute, or at ten a second and more of six seconds. */
create function private.left_now() returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  per_minute integer := (select s.per_minute from public.letter_sender s);
  span integer := case when per_minute >= 600 then 6 else 60 end;
  -- A value, not the clock, which no index is asked by.
  since timestamptz := clock_timestamp() - make_interval(secs => span);
begin
  if per_minute is null then return null; end if;
  return ceil(per_minute * span / 60.0)::integer - (select count(*) from public.letter_recipients r where r.claimed_at > since);
end $$;

/* How many mails a domain may still send today, in UTC; null: any number. A domain that mail servers do not know begins with 200 on
   its first day, and sends 1.18 times as many each day after: the day and the number are those of the rows. */
create function private.left_today(p_domain text) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare today date := private.utc_day(clock_timestamp()); age integer;
begin
  if (select s.has_sent_before from public.letter_sender s)
     or (select a.adapter from private.letter_sending() a) = 'mailbox' then return null; end if;
  select today - private.utc_day(r.claimed_at) into age
  from public.letter_recipients r join public.letters l on l.id = r.letter_id
  where r.claimed_at is not null and lower(split_part(l.from_address, '@', 2)) = p_domain order by r.claimed_at limit 1;
  -- More than 200,000 a day.
  if age > 42 then return null; end if;
  return floor(200 * 1.18 ^ coalesce(age, 0))::integer - (
    select count(*) from public.letter_recipients r join public.letters l on l.id = r.letter_id
    where r.claimed_at >= private.day_start(today) and lower(split_part(l.from_address, '@', 2)) = p_domain);
end $$;

/* How letters are sent: `sent_by`, `adapter` and `address` as in private.letter_sending; `has_publisher`: whether one is at work;
   `function_problem`: why send-letters cannot send (null: it can, or has told nothing). For who writes letters. */
create function public.letter_sender_state() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_service() and not public.has_role('super_admin', 'editor', 'contributor') then
    raise exception 'Only writers see how letters are sent' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object('sent_by', a.sent_by, 'adapter', a.adapter, 'address', a.address, 'has_publisher', a.has_publisher,
      'function_problem', (select f.problem from private.letter_function f),
      'per_minute', s.per_minute, 'left_today', case when t.n > 0 then t.n when t.n <= 0 then 0 end,
      'from_name', coalesce(nullif(s.from_name, ''), (select g.site_name from public.site_settings g), ''), 'reply_to', s.reply_to,
      'is_first', private.is_first_letter())
    from private.letter_sending() a, public.letter_sender s, private.left_today(lower(split_part(a.address, '@', 2))) as t (n));
end $$;
grant execute on function public.letter_sender_state() to authenticated;

-- Without a publisher ------------------------------------------------------------------------------------------------

/* Whether the function send-letters is to be called: a letter is due or goes out, and no publisher sends it. pg_cron asks every
   minute on a hosted project, the local stack itself (supabase/local/database/scheduled.ts). */
create function private.is_letter_slice_due() returns boolean
language sql stable security definer set search_path = ''
as $$
  select (select s.sent_by from private.letter_sending() s) <> 'publisher' and exists (
    select from public.letters l
    where l.hold is null and (l.status = 'sending' or l.status = 'scheduled' and l.send_at <= now()))
$$;

/* Records by what send-letters could send. Returns whether it sends a slice now: it can, letters wait for it, and no other slice
   began within p_seconds, so that who calls it often has it do nothing more. With the secret key only. */
create function public.begin_letter_slice(p_adapter text, p_address text, p_problem text, p_seconds integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.letter_function as f (adapter, address, problem) values (p_adapter, p_address, left(p_problem, 500))
  on conflict (singleton) do update set (adapter, address, problem) = (excluded.adapter, excluded.address, excluded.problem)
  where (f.adapter, f.address, f.problem) is distinct from (excluded.adapter, excluded.address, excluded.problem);
  if p_adapter = 'none' or not private.is_letter_slice_due() then return false; end if;
  update private.letter_function f set busy_until = clock_timestamp() + make_interval(secs => p_seconds)
  where f.busy_until <= clock_timestamp();
  return found;
end $$;

-- Why a mail in the queue does not go, or is not repeated; without those that go.
create function private.letter_refusals(p_recipients uuid[]) returns table (id uuid, reason text)
language sql stable security definer set search_path = ''
as $$
  select refused.* from (
    select r.id, case when s.id is null or r.email is null then 'The subscriber was erased'
      when s.status <> 'active' then 'The reader has unsubscribed'
      when s.preferences -> l.topic is distinct from 'true' then 'The reader has left this topic'
      else private.suppression_words((
        select u.reason from public.suppressions u
        where u.digest = private.address_digest(r.email) and u.lifted_at is null and coalesce(u.topic = l.topic, true)
        order by u.topic nulls first limit 1)) end as reason
    from public.letter_recipients r join public.letters l on l.id = r.letter_id
    left join public.subscribers s on s.id = r.subscriber_id
    where r.id = any (p_recipients)) refused
  where refused.reason is not null
$$;

-- The mails of a claim in their order, which is the same at each attempt.
create function private.claimed_mails(p_claim uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('id', r.id, 'email', r.email, 'token', private.unsubscribe_token(r.subscriber_id)) order by r.id)
  from public.letter_recipients r where r.claim = p_claim and r.state in ('claimed', 'unknown')
$$;

/* Claims up to p_limit mails of one letter for a sender, and asks for consent, topic and suppression once more: `{claim, letter,
   mails: [{id, email, token}]}`; without any, `{wait_ms}`, in how many ms to ask again (null: nothing waits). For p_seconds the
   mails are the sender's. Commit it before a mail is handed over.
   Subscribers are locked with their mails, and what is locked by others is left for later: who unsubscribes either has
   committed before, and gets no mail, or waits until the claim is committed. */
create function public.claim_letter_mails(p_sender uuid, p_limit integer, p_seconds integer default 120) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  letter record; chosen uuid[]; new_claim uuid := gen_random_uuid(); claimed integer; room integer; today integer; wait integer;
  next_due timestamptz; is_alone boolean;
begin
  -- One claim after the other, so that the rate holds. It never waits for anything else.
  perform pg_advisory_xact_lock(hashtext('mantel.letters'));
  perform private.end_letters();
  room := private.left_now();
  if room <= 0 then return jsonb_build_object('wait_ms', 500); end if;
  room := least(coalesce(room, p_limit), p_limit);
  for letter in
    select l.id, lower(split_part(l.from_address, '@', 2)) as domain, l.frozen_at > now() - interval '2 minutes' and exists (
      select from public.publish_outbox o where o.entity = 'letters' and o.entity_id = l.id::text and o.processed_at is null) as waits
    from public.letters l where l.status = 'sending' and l.hold is null order by l.frozen_at, l.id for share of l skip locked
  loop
    if letter.waits then wait := least(wait, 500); continue; end if;
    today := private.left_today(letter.domain);
    if today <= 0 then
      wait := least(wait, 600000);
      continue;
    end if;
    loop
      is_alone := exists (select from public.letter_recipients r
        where r.letter_id = letter.id and r.state = 'queued' and r.due_at <= now() and r.alone);
      select array_agg(due.id) into chosen from (
        select r.id from public.letter_recipients r join public.subscribers s on s.id = r.subscriber_id
        where r.letter_id = letter.id and r.state = 'queued' and r.due_at <= now() and r.alone = is_alone
        order by r.due_at limit case when is_alone then 1 else least(room, today) end
        for update of r skip locked for share of s skip locked) due;
      exit when chosen is null;
      -- A statement of its own: it sees all that was committed before the locks.
      update public.letter_recipients r set state = 'skipped', reason = f.reason
      from private.letter_refusals(chosen) f where r.id = f.id;
      update public.letter_recipients r set state = 'claimed', claim = new_claim, claimed_by = p_sender,
        claimed_at = clock_timestamp(), attempts = r.attempts + 1, repeats = 0, due_at = clock_timestamp() + make_interval(secs => p_seconds)
      where r.id = any (chosen) and r.state = 'queued';
      get diagnostics claimed = row_count;
      if claimed > 0 then
        return jsonb_build_object('claim', new_claim, 'letter', letter.id, 'mails', private.claimed_mails(new_claim));
      end if;
    end loop;
    select min(r.due_at) into next_due from public.letter_recipients r where r.letter_id = letter.id and r.state = 'queued';
    wait := least(wait, case when next_due is not null
      then least(greatest(ceil(extract(epoch from next_due - now()) * 1000), 100), 600000)::integer
      -- The last mails are being handed over.
      else 1000 end);
  end loop;
  return jsonb_build_object('wait_ms', wait);
end $$;

/* Records what became of the mails of a claim: [{id, outcome, reason, provider_id}]. `accepted`, `failed`: it is not tried
   again; `later`: the other server put it off; `unknown`: no answer came; `back`: it was not handed over; `alone`: nor was it, and it
   goes alone the next time. p_problem holds the
   letter, in the words of the other side. What another sender has taken over and finished stays as it is. */
create function public.finish_letter_mails(p_claim uuid, p_outcomes jsonb, p_problem text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare letter uuid;
begin
  update public.letter_recipients r set
    state = case o.outcome when 'later' then case when r.attempts < 12 then 'queued' else 'failed' end
      when 'back' then 'queued' when 'alone' then 'queued' else o.outcome end,
    alone = r.alone or o.outcome = 'alone',
    reason = case when o.outcome in ('failed', 'later') and r.email is not null then left(o.reason, 500) end,
    provider_id = left(o.provider_id, 200),
    accepted_at = case o.outcome when 'accepted' then clock_timestamp() end,
    attempts = case when o.outcome in ('back', 'alone') then r.attempts - 1 else r.attempts end,
    -- A minute, two, four, up to an hour.
    due_at = case o.outcome when 'later' then now() + least(interval '1 minute' * 2 ^ (r.attempts - 1), interval '1 hour')
      when 'back' then now() when 'alone' then now()
      -- Seconds: 5, 20, 45, and so on.
      when 'unknown' then now() + interval '5 seconds' * (r.repeats + 1) ^ 2 else r.due_at end
  from jsonb_to_recordset(p_outcomes) as o (id uuid, outcome text, reason text, provider_id text)
  where r.claim = p_claim and r.id = o.id and r.state in ('claimed', 'unknown')
    and o.outcome in ('accepted', 'failed', 'later', 'unknown', 'back', 'alone');
  select r.letter_id into letter from public.letter_recipients r where r.claim = p_claim limit 1;
  -- Of a letter that was cancelled meanwhile, or a subscriber who was erased, nothing goes back to the queue.
  update public.letter_recipients r set state = 'skipped',
    reason = case when r.email is null then 'The subscriber was erased' else 'The letter was cancelled' end
  from public.letters l
  where r.claim = p_claim and r.state = 'queued' and l.id = r.letter_id and (r.email is null or l.status <> 'sending');
  if p_problem is not null then perform public.hold_letter_for_problem(letter, p_problem); end if;
end $$;

/* The claims without an outcome whose time is over, now of this sender for p_seconds: [{claim, letter, claimed_at, mails}]. Their
   mails are `unknown` until it finds out. Not repeated is a mail whose reader has left meanwhile, and one that was repeated
   p_repeats times. */
create function public.take_over_letter_claims(p_sender uuid, p_repeats integer, p_seconds integer default 120) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare chosen uuid[]; claims uuid[];
begin
  perform pg_advisory_xact_lock(hashtext('mantel.letters'));
  update public.letter_recipients r set state = 'skipped', reason = 'The letter was cancelled before an answer came: it may have arrived'
  from public.letters l
  where r.state in ('claimed', 'unknown') and r.due_at <= clock_timestamp() and l.id = r.letter_id and l.status <> 'sending';
  select array_agg(open.id) into chosen from (
    select r.id from public.letter_recipients r
    join public.letters l on l.id = r.letter_id and l.hold is null
    left join public.subscribers s on s.id = r.subscriber_id
    where r.state in ('claimed', 'unknown') and r.due_at <= clock_timestamp() order by r.id
    for update of r skip locked) open;
  if chosen is null then return '[]'; end if;
  update public.letter_recipients r set state = 'skipped', reason = f.reason || ' before an answer came: it may have arrived'
  from private.letter_refusals(chosen) f where r.id = f.id;
  update public.letter_recipients r set state = 'failed', reason = format('No answer came after %s attempts: it may have arrived', r.repeats + 1)
  where r.id = any (chosen) and r.state in ('claimed', 'unknown') and r.repeats >= p_repeats;
  update public.letter_recipients r set state = 'unknown', claimed_by = p_sender, repeats = r.repeats + 1,
    due_at = clock_timestamp() + make_interval(secs => p_seconds)
  where r.id = any (chosen) and r.state in ('claimed', 'unknown');
  select array_agg(distinct r.claim) into claims from public.letter_recipients r
  where r.id = any (chosen) and r.state = 'unknown';
  return coalesce((
    select jsonb_agg(jsonb_build_object('claim', c, 'letter', (select r.letter_id from public.letter_recipients r where r.claim = c limit 1),
      'claimed_at', (select min(r.claimed_at) from public.letter_recipients r where r.claim = c), 'mails', private.claimed_mails(c)))
    from unnest(claims) c), '[]');
end $$;

/* A subscriber leaves the topic of a letter, and the subscription when no topic is left. p_by: how (one-click, page, mail).
   Returns the outcome of the link; null: the letter is not the subscriber's. */
create function private.leave_topic(p_subscriber uuid, p_recipient uuid, p_by text) returns text
language plpgsql security definer set search_path = ''
as $$
declare left_topic text; chosen jsonb;
begin
  -- The subscriber first, as claims do.
  select s.preferences into chosen from public.subscribers s where s.id = p_subscriber for no key update;
  select l.topic into left_topic from public.letter_recipients r join public.letters l on l.id = r.letter_id
  where r.id = p_recipient and r.subscriber_id = p_subscriber;
  if left_topic is null then return null; end if;
  update public.letter_recipients r set left_at = coalesce(r.left_at, now()), left_by = coalesce(r.left_by, p_by)
  where r.id = p_recipient;
  chosen := chosen || jsonb_build_object(left_topic, false);
  update public.subscribers s set preferences = chosen,
    status = case when exists (
      select from unnest(array['weeklyNewsletter', 'designTips', 'newArticles', 'specialOffers']) topic
      where chosen -> topic = 'true') then s.status else 'unsubscribed' end
  where s.id = p_subscriber;
  return case when (select s.status from public.subscribers s where s.id = p_subscriber) = 'unsubscribed'
    then 'unsubscribed' else 'preferences-saved' end;
end $$;

/* What a reader does by the link of a letter, of whose subscriber p_token is: see private.leave_topic. Of a letter that is not the
   reader's, the subscription ends, as without one. */
create function public.leave_letter(p_token text, p_recipient uuid, p_by text) returns text
language plpgsql security definer set search_path = ''
as $$
declare subscriber uuid := private.unsubscribe_token_owner(p_token);
begin
  if subscriber is null then return 'link-expired'; end if;
  return coalesce(private.leave_topic(subscriber, p_recipient, p_by), public.unsubscribe(p_token));
end $$;

-- Counts for a letter that the subscriber of p_token has left its topic on the page that its mail leads to, where that is so.
create function public.count_left_letter(p_token text, p_recipient uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.letter_recipients r set left_at = now(), left_by = 'page'
  from public.letters l, public.subscribers s
  where r.id = p_recipient and r.left_at is null and l.id = r.letter_id
    and s.id = r.subscriber_id and s.id = private.unsubscribe_token_owner(p_token)
    and (s.status = 'unsubscribed' or s.preferences -> l.topic is distinct from 'true')
$$;

/* Has letters of an archive that were on their way wait for a person: a magazine that is restored sends nothing by itself. One
   whose recipients are not in the archive is over. */
create function private.hold_restored_letters() returns void
language sql volatile security definer set search_path = ''
as $$
  update public.letters l set hold = 'restored', problem = null where l.status in ('scheduled', 'sending');
  update public.letters l set status = 'cancelled', hold = null, ended_at = now()
  where l.status = 'sending' and not exists (select from public.letter_recipients r where r.letter_id = l.id);
$$;
