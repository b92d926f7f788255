-- Redirects by hand from and to any address: with letters of any script, blanks and signs, which are stored encoded, and
-- with a query. A target has a fragment, too.

alter table public.slug_redirects drop constraint slug_redirects_target_check;
alter table public.slug_redirects add constraint slug_redirects_target_check check (
    char_length(target) <= 1000 and target ~
      '^((/|(/([A-Za-z0-9._~!$&''()*+,;=:@-]|%[0-9A-F]{2}){1,200})+)(\?[^[:space:]"<>\\#]+)?(#[^[:space:]"<>\\]*)?|https://[^[:space:]"<>\\]+)$'
    and target !~ '^/([^?#]*/)?\.\.?([/?#]|$)');
alter table public.slug_redirects drop constraint slug_redirects_old_path_check;
alter table public.slug_redirects add
  constraint slug_redirects_old_path_check check (kind <> 'custom' or char_length(old_path) <= 1000
    and old_path ~ '^((/([A-Za-z0-9._~!$&''()*+,;=:@-]|%[0-9A-F]{2}){1,200})+(\?[^[:space:]"<>\\#]+)?|/\?[^[:space:]"<>\\#]+)$'
    and split_part(old_path, '?', 1) !~ '/\.\.?(/|$)');

create or replace function private.is_site_address(path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (address <> '/' or address = path) and (
    address ~ '^/(_|(admin|auth|fonts|images|lists|media|og|publish|share|team|uploads)(/|$))'
    or address ~ '^/(about|favicon\.svg|privacy|robots\.txt|rss\.xml|sitemap(-\d+)?\.xml|terms)?$'
    or exists (select 1 from private.reserved_page_slugs r where '/' || r.slug = address
      and r.slug not in ('article', 'author', 'tag', 'feed', 'rss', 'sitemap', 'robots')))
  from lower(split_part(path, '?', 1)) address
$$;

create or replace function private.before_redirect_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare from_path text := '/' || new.old_slug; next public.slug_redirects;
begin
  if new.kind <> 'custom' then return new; end if;
  -- The lock serialises additions: two at once could make a chain or a loop that neither of them sees.
  perform pg_advisory_xact_lock(hashtext('mantel.redirects'));
  if private.is_site_address(from_path) then
    raise exception 'The address "%" is used by the site itself', from_path using errcode = '23514';
  end if;
  if private.is_address_in_use(split_part(from_path, '?', 1)) then
    raise exception 'The address "%" is in use: readers would no longer reach what is there', from_path
    using errcode = '23514';
  end if;
  if exists (select 1 from public.slug_redirects r where r.old_path = from_path) then
    raise exception 'There is already a redirect from "%"', from_path using errcode = '23505';
  end if;
  select * into next from public.slug_redirects r where r.old_path = new.target limit 1;
  if new.target = from_path then
    raise exception 'A redirect cannot lead to its own address' using errcode = '23514';
  end if;
  if found then new.target := coalesce(private.redirect_target(next), new.target); end if;
  if new.target = from_path then
    raise exception 'The redirects from "%" and "%" would lead to each other', from_path, next.old_path
    using errcode = '23514';
  end if;
  return new;
end $$;
