-- Names of people: which characters they may have, and when two are the same.

-- A name with a blank for each control character, mark that turns the direction of writing, and letter that cannot be
-- seen (HIDDEN_CHARACTERS in src/domain/people/person-name.ts; a test compares them).
create function private.without_hidden_characters(name text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u0378\u0379\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u180b-\u180f\u200b\u200e-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe-\uffff\U000110bd\U000110cd\U00013430-\U00013455\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U0001fffe-\U0001ffff\U0002fffe-\U0002ffff\U0003fffe-\U000e00ff\U000e01f0-\U0010ffff]', ' ', 'g')
$$;

/* What the spellings of a name have in common: letters and digits without case, marks, blanks and punctuation, with the
   Latin letter for each that looks like it. Null for a name without any (nameKey in src/domain/people/person-name.ts; a test
   compares them).
   Cherokee letters in both cases: not every collation knows their small ones. Of the last 27, outlined and raised
   capitals, NFKD makes Latin letters from Unicode 16 and 17 on.
   Two indexes hold its values (author_profiles_name_key, profiles_name_key): a migration that changes it, or what it
   calls, has to `reindex` both. */
create function private.name_key(name text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(translate(lower(regexp_replace(private.normalized(name, 'NFKD'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u02b0-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u206f\u20d0-\u20ff\u2800\u2e00-\u2e7f\u3000-\u303f\u3099-\u309c\ufe00-\ufe2f\ufeff\ufff9-\uffff\U000e0000-\U000e01ef]',
    '', 'g')), 'аαᴀɑᎪꭺꓮвβʙᏏꮟᏴᏼꓐсᴄᏟꮯꓚᴅᎠꭰꓓеεᴇᎬꭼꓰꜰꓝɢɡցᏀꮐᏳᏻꓖнһʜհᎻꮋᏂꮒꓧіιıɪɩᎥꭵᏆꮖꓲјᴊᎫꭻꓙкκᴋᏦꮶꓗӏʟᏞꮮꓡмᴍᎷꮇꓟηпɴոꓠоοᴏօꓳрρᴘᏢꮲꓑԛզʀᎡꭱᏒꮢꓣѕꜱᏕꮥᏚꮪꓢтτᴛᎢꭲꓔυᴜսꓴνᴠᏙꮩꓦԝᴡᎳꮃᏔꮤꓪхχꓫуʏᎩꭹᎽꮍꓬᴢᏃꮓꓜς𜳖𜳗𜳘𜳙𜳚𜳛𜳜𜳝𜳞𜳟𜳠𜳡𜳢𜳣𜳤𜳥𜳦𜳧𜳨𜳩𜳪𜳫𜳬𜳭𜳮𜳯꟱',
    'aaaaaaabbbbbbbbcccccddddeeeeeeffgggggggghhhhhhhhhiiiiiiiiiijjjjjkkkkkklllllmmmmmnnnnnoooooppppppqqrrrrrrsssssssttttttuuuuvvvvvwwwwwwwxxxyyyyyyyzzzzσabcdefghijklmnopqrstuvwxyzs'), '')
$$;
-- Who writes a row also needs the right to call the functions of its indexes.
grant execute on function private.name_key(text) to authenticated, service_role;

-- Trigger: refuses a name with hidden characters. A person without published stories changes their own name freely; from
-- then on it is a byline, and an editor changes it.
create function private.guard_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare name text := case tg_table_name when 'profiles' then to_jsonb(new) ->> 'full_name' else to_jsonb(new) ->> 'name' end;
begin
  if name <> private.without_hidden_characters(name) then
    raise exception 'A name cannot have control characters or other characters that cannot be seen' using errcode = '23514';
  end if;
  if tg_table_name <> 'profiles' or tg_op = 'INSERT' then return new; end if;
  if private.is_service() then
    new.name_confirmed := true;
  elsif new.full_name is distinct from old.full_name then
    if public.has_role('super_admin', 'editor') then
      new.name_confirmed := true;
    elsif public.must_ask_for_name() then
      raise exception 'You have published stories: ask an editor for a new public name' using errcode = '42501';
    else
      new.name_confirmed := false;
    end if;
  end if;
  return new;
end $$;
