create table users (
  id text primary key,
  email text not null unique,
  name text not null,
  role text not null check (role in ('manager', 'viewer')),
  password text not null
);

create table sessions (
  token_hash text primary key,
  user_id text not null references users on delete cascade,
  expires_at timestamptz not null
);

create table customers (
  id text primary key,
  name text not null,
  email text not null,
  city text not null,
  country text not null,
  note text not null,
  since date not null
);

create table products (
  sku text primary key,
  name text not null,
  category text not null,
  price_cents integer not null check (price_cents > 0),
  stock integer not null check (stock >= 0),
  reorder_at integer not null
);

create table stock_outs (
  sku text not null references products,
  starts_on date not null,
  ends_on date not null,
  primary key (sku, starts_on)
);

create table orders (
  id text primary key,
  customer_id text not null references customers,
  placed_on date not null,
  status text not null check (status in ('open', 'shipped', 'delivered', 'cancelled')),
  payment text not null check (payment in ('paid', 'unpaid')),
  total_cents integer not null check (total_cents >= 0)
);

create table order_lines (
  order_id text not null references orders on delete cascade,
  position integer not null,
  sku text not null references products,
  quantity integer not null check (quantity > 0),
  unit_cents integer not null,
  primary key (order_id, position)
);
