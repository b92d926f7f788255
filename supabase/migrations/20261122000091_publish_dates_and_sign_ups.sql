-- Publish dates without end, stories that are unpublished in the moment they go out, and sign-ups made again after
-- thirty days.

-- A story dated 'infinity' had an event due then, and a publisher cannot wait for that: each of its builds failed.
update public.articles set published_at = now() where not isfinite(published_at);
delete from public.publish_outbox where not isfinite(due_at);
alter table public.articles add constraint articles_published_at_finite check (isfinite(published_at));

-- A scheduled story that was unpublished in the moment it went out stayed online: the transaction had begun before.
create or replace function private.article_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare was_published boolean := false; was_online boolean; is_published boolean := false; row_id text;
begin
  row_id := coalesce(new.id, old.id)::text;
  if tg_op <> 'INSERT' then was_published := old.status = 'published' and old.deleted_at is null; end if;
  if tg_op <> 'DELETE' then is_published := new.status = 'published' and new.deleted_at is null; end if;
  if not was_published and not is_published then return null; end if;
  if was_published and is_published and to_jsonb(old) - array['updated_at', 'version'] = to_jsonb(new) - array['updated_at', 'version'] then
    return null;
  end if;
  -- By the time of this moment, not of the transaction's begin: it may have waited for a lock.
  was_online := was_published and old.published_at <= clock_timestamp();
  -- A published article that is scheduled anew disappears now and comes back at its new date: two events.
  if was_online then perform private.enqueue('articles', row_id); end if;
  if is_published and (new.published_at > clock_timestamp() or not was_online) then
    perform private.enqueue('articles', row_id, new.published_at);
  end if;
  return null;
end $$;

create or replace function private.profile_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.articles a where a.author_id = new.id and a.status = 'published'
             and a.published_at <= clock_timestamp() and a.deleted_at is null) then
    perform private.enqueue('profiles', new.id::text);
  end if;
  return null;
end $$;

-- Who signs up again with an address that was not confirmed in thirty days gets the seven days of the new mail, too: the
-- sign-up was deleted with the mail.
create or replace function public.claim_subscriber_mails(p_limit integer default 20)
returns table (id uuid, purpose text, email text, wording text, token text, unsubscribe_token text)
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.subscribers s
  where s.status = 'pending' and s.consent_at < now() - interval '30 days' and not exists (
    select 1 from private.subscriber_mails m
    where m.subscriber_id = s.id and m.created_at > now() - interval '7 days');
  delete from private.subscriber_mails m where m.created_at < now() - interval '30 days';
  return query
    with due as (
      select m.id from private.subscriber_mails m
      where m.sent_at is null and m.due_at <= now() and m.attempts < 6
      order by m.due_at limit p_limit for update skip locked
    ), tokens as materialized (
      select d.id, encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex') as token from due d
    ), claimed as (
      update private.subscriber_mails m set
        attempts = m.attempts + 1,
        due_at = now() + interval '2 minutes' * (2 ^ m.attempts),
        token_hash = sha256(convert_to(t.token, 'UTF8')),
        expires_at = now() + interval '7 days'
      from tokens t where m.id = t.id
      returning m.id, m.purpose, m.subscriber_id, m.sign_up, t.token
    )
    select c.id, c.purpose, s.email, coalesce(c.sign_up ->> 'consent_wording', s.consent_wording), c.token, private.unsubscribe_token(s.id)
    from claimed c join public.subscribers s on s.id = c.subscriber_id;
end $$;
