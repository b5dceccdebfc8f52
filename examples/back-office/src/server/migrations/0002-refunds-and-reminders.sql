create sequence refund_ids start 1001;

create table refunds (
  id text primary key default 'R-' || nextval('refund_ids'),
  order_id text not null references orders,
  amount_cents integer not null check (amount_cents > 0),
  account text,
  reason text not null,
  status text not null default 'scheduled' check (status in ('scheduled', 'paid')),
  created_at timestamptz not null default now(),
  created_by text not null references users
);

create table reminders (
  order_id text primary key references orders,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now()
);

create index orders_by_day on orders (placed_on desc, id desc);
create index orders_by_customer on orders (customer_id);
create index refunds_by_order on refunds (order_id);
